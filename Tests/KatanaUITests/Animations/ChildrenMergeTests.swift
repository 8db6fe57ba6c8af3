import Foundation
import SeededRandom
import Testing

@testable import KatanaUI

struct ChildrenMergeTests {
  static func merge(_ first: [String], _ extra: [String]) -> [String] {
    names(ChildrenMerge(first.map { Box($0) }, extra.map { Box($0) }) { child, _ in child })
  }

  static func names(_ merge: ChildrenMerge) -> [String] {
    merge.descriptions.map { $0.key ?? "-" }
  }

  @Test(arguments: [
    ([], ["a"], ["a"]),
    (["a"], [], ["a"]),
    (["a", "b"], ["b", "c"], ["a", "b", "c"]),
    (["b", "c"], ["a", "b"], ["a", "b", "c"]),
    (["a", "d"], ["a", "b", "c", "d"], ["a", "b", "c", "d"]),
    (["c", "b", "a"], ["a", "x", "b", "y", "c"], ["c", "b", "a", "x", "y"]),
    (["a", "b", "c"], ["x", "c", "y", "a", "z"], ["x", "a", "b", "c", "y", "z"]),
  ])
  func `what only the second list has stands after the last that both have`(
    first: [String],
    extra: [String],
    merged: [String]
  ) {
    #expect(Self.merge(first, extra) == merged)
  }

  @Test func `the first list's props win`() {
    let merge = ChildrenMerge([Box("a", x: 1)], [Box("a", x: 2), Box("b", x: 3)]) { child, _ in
      child
    }
    #expect(merge.descriptions.map { $0.frame.minX } == [1, 3])
    #expect(merge.isChanged == [false, true])
  }

  @Test func `unkeyed children correspond by their order`() {
    let merge = ChildrenMerge([Box(nil, x: 1)], [Box(nil, x: 2), Box(nil, x: 3)]) { child, _ in
      child
    }
    #expect(merge.descriptions.map { $0.frame.minX } == [1, 3])
  }

  @Test func `what is left out isn't added`() {
    let merge = ChildrenMerge([Box("a")], [Box("b"), Box("c")]) { child, _ in
      child.key == "b" ? nil : child
    }
    #expect(Self.names(merge) == ["c", "a"])
  }

  @Test func `children in props are merged as well`() throws {
    let merge = ChildrenMerge(
      [Box("a", [Box("x")]), Box("b")],
      [Box("a", [Box("y"), Box("x"), Box("z")])]
    ) { child, _ in child }
    let nested = try #require(merge.descriptions[0].childrenInProps)
    #expect(nested.map { $0.key } == ["y", "x", "z"])
    #expect(merge.isChanged == [true, false])
    #expect(merge.hasAdded)
  }

  /// The rule as it is written: insert each at its place, one after the other.
  static func obvious(_ first: [String], _ extra: [String]) -> [String] {
    var result = first
    var last = -1
    var added = 0
    for name in extra {
      if let place = first.firstIndex(of: name) {
        last = max(last, place)
      } else {
        result.insert(name, at: added + last + 1)
        added += 1
      }
    }
    return result
  }

  @Test func `random lists are merged as one insertion after the other does it`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let names = (0..<12).map { "\($0)" }
      let first = Array(names.shuffled(using: &random).prefix(random.next(below: 8)))
      let extra = Array(names.shuffled(using: &random).prefix(random.next(below: 8)))
      let merged = Self.merge(first, extra)
      #expect(merged == Self.obvious(first, extra), "seed \(seed)")
      #expect(merged.filter { first.contains($0) } == first, "seed \(seed)")
      #expect(Set(merged) == Set(first).union(extra), "seed \(seed)")
    }
  }
}
