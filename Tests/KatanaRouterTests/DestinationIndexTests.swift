import Dispatch
import Foundation
import SeededRandom
import Testing

@testable import KatanaRouter

/// The index of trees that were made as a whole.
@Suite(.timeLimit(.minutes(30)))
struct DestinationIndexTests {
  /// Some identity: a name, or a number.
  private static func destination(_ number: Int) -> Destination {
    number % 3 == 0
      ? Destination(routableType: Screen.self, userIdentifier: "screen \(number)")
      : Destination(
        routableType: Screen.self,
        instanceIdentifier: UUID(
          uuid: (
            UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 1
          )
        )
      )
  }

  /// A random tree, and the parent of each of its destinations by their numbers.
  private static func randomTree(
    _ numbers: [Int],
    using random: inout SplitMix64
  ) -> (node: NavigationNode, parents: [Int: Int]) {
    var parents: [Int: Int] = [:]
    var children = [[NavigationNode]](repeating: [], count: numbers.count)
    var root = NavigationNode(destination(numbers[0]))
    for place in numbers.indices.reversed() {
      let node = NavigationNode(destination(numbers[place]), children: children[place])
      guard place > 0 else {
        root = node
        break
      }
      let parent = Int.random(in: 0..<place, using: &random)
      children[parent].append(node)
      parents[numbers[place]] = numbers[parent]
    }
    return (root, parents)
  }

  @Test
  func `a whole tree knows each destination and its parent, before and after edits of copies`()
    throws
  {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for round in 0..<60 {
      let count = Int.random(in: 1...(round % 10 == 0 ? 2000 : 40), using: &random)
      let (node, parents) = Self.randomTree(Array(0..<count), using: &random)
      let whole = try NavigationTree(node)
      var copy = whole
      let removed = Int.random(in: 0..<count, using: &random)
      if removed > 0 { try copy.remove(Self.destination(removed).id) }
      try copy.insert([NavigationNode(Self.destination(count))], under: Self.destination(0).id)
      #expect(whole.count == count, "seed \(seed), round \(round)")
      #expect(copy.count == copy.nodes().count, "seed \(seed), round \(round)")
      #expect(copy.parent(of: Self.destination(count).id) == Self.destination(0))
      #expect(!whole.contains(Self.destination(count).id))
      for number in 0..<count {
        let id = Self.destination(number).id
        #expect(whole.contains(id), "seed \(seed), round \(round), \(number)")
        let parent = parents[number].map { Self.destination($0) }
        #expect(whole.parent(of: id) == parent, "seed \(seed), round \(round), \(number)")
        #expect(whole.find(id)?.destination.id == id, "seed \(seed), round \(round), \(number)")
        let isRemoved = removed > 0 && Self.isUnder(number, removed, parents)
        #expect(copy.contains(id) != isRemoved, "seed \(seed), round \(round), \(number)")
      }
    }
  }

  private static func isUnder(_ number: Int, _ ancestor: Int, _ parents: [Int: Int]) -> Bool {
    var next: Int? = number
    while let number = next {
      if number == ancestor { return true }
      next = parents[number]
    }
    return false
  }

  @Test func `a tree with one destination twice is refused and both are named`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for round in 0..<50 {
      let count = Int.random(in: 2...60, using: &random)
      var numbers = Array(0..<count)
      let twice = Int.random(in: 0..<count - 1, using: &random)
      numbers[count - 1] = twice
      let (node, _) = Self.randomTree(numbers, using: &random)
      let destination = Self.destination(twice)
      #expect(
        throws: NavigationError.duplicate(existing: destination, added: destination),
        "seed \(seed), round \(round)"
      ) { try NavigationTree(node) }
    }
  }

  @Test func `threads may edit copies of one whole tree at the same time`() throws {
    for _ in 0..<20 {
      var random = SplitMix64(seed: 3)
      let whole = try NavigationTree(Self.randomTree(Array(0..<200), using: &random).node)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var copy = whole
        do {
          let added = NavigationNode(Self.destination(1000 + thread))
          try copy.insert([added], under: Self.destination(thread).id)
        } catch {
          Issue.record(error)
        }
        #expect(copy.count == 201)
        #expect(copy.parent(of: Self.destination(1000 + thread).id) == Self.destination(thread))
      }
      #expect(whole.count == 200)
    }
  }
}
