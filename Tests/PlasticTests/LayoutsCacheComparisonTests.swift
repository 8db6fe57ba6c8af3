import Foundation
import Plastic
import Synchronization
import Testing

/// How caches find hierarchies that were made anew, and what runs meanwhile.
@Suite(.timeLimit(.minutes(30))) struct LayoutsCacheComparisonTests {
  private enum Screen {}

  /// What a layout of the cache depends on.
  enum Difference: CaseIterable {
    case frame, key, parent, referenceSize, content, measured
  }

  private static let views = 100

  /// Views of which only the last differs from that of another number.
  private func makeHierarchy(
    _ number: Int,
    _ difference: Difference,
    _ counter: ComparisonCounter
  ) throws -> ViewHierarchy<Counted> {
    let key = { Counted(id: $0, counter: counter) }
    let last = Self.views - 1
    var declarations = (0..<last).map { ViewDeclaration.view(key($0)) }
    let isOf = { difference == $0 }
    declarations.append(
      .view(
        key(isOf(.key) ? last + number : last),
        in: isOf(.parent) && number > 0 ? .key(key(number - 1)) : .nativeView,
        frame: rect(0, 0, 1, isOf(.frame) ? CGFloat(number) : 1),
        referenceSize: isOf(.referenceSize)
          ? try ReferenceSize(CGSize(width: 1, height: number + 1)) : nil,
        content: isOf(.measured) ? key(number) : nil
      )
    )
    return try ViewHierarchy(declarations)
  }

  private func runs(
    _ cache: LayoutsCache,
    _ hierarchy: ViewHierarchy<Counted>,
    content: any Hashable & Sendable = 0
  ) throws -> Bool {
    var hasRun = false
    _ = try cache.layout(hierarchy, of: Screen.self, content: content, in: rect(0, 0, 9, 9)) { _ in
      hasRun = true
    }
    return hasRun
  }

  @Test(arguments: Difference.allCases)
  func `a look-up compares with one layout, however many are remembered`(
    _ difference: Difference
  ) throws {
    let numbers = 0..<99
    let cache = LayoutsCache()
    let counter = ComparisonCounter()
    let contents = numbers.map { Counted(id: difference == .content ? $0 : 0, counter: counter) }
    for number in numbers {
      let hierarchy = try makeHierarchy(number, difference, counter)
      #expect(try runs(cache, hierarchy, content: contents[number]))
    }
    // Tables of hashes compare keys as well.
    let anew = try numbers.map { try makeHierarchy($0, difference, counter) }
    _ = counter.take()
    for number in numbers { #expect(try !runs(cache, anew[number], content: contents[number])) }
    // The keys of one layout, its content and what its last view measures.
    #expect(counter.take() <= numbers.count * (Self.views + 2))
    // Now the same objects: only the content is compared.
    for number in numbers { #expect(try !runs(cache, anew[number], content: contents[number])) }
    #expect(counter.take() == numbers.count)
  }

  @Test func `contents with the same hash aren't taken for each other`() throws {
    let cache = LayoutsCache()
    let counter = ComparisonCounter()
    let hierarchy = try makeHierarchy(0, .frame, counter)
    let contents = (0..<50).map { Counted(id: $0, counter: counter, hash: 7) }
    for content in contents { #expect(try runs(cache, hierarchy, content: content)) }
    #expect(cache.statistics.layouts == 8)
    _ = counter.take()
    var hits = 0
    for content in contents where try !runs(cache, hierarchy, content: content) { hits += 1 }
    #expect(hits > 0)
    // As many as have the same hash, and each with itself before it is remembered.
    #expect(counter.take() <= contents.count * 9)
  }

  @Test func `keys and measured contents with the same hash aren't taken for each other`() throws {
    let cache = LayoutsCache()
    let counter = ComparisonCounter()
    let colliding = { Counted(id: $0, counter: counter, hash: 7) }
    for number in 1..<4 {
      #expect(try runs(cache, ViewHierarchy([.view(colliding(number))])))
      #expect(try runs(cache, ViewHierarchy([.view(colliding(0), content: colliding(number))])))
    }
    #expect(try !runs(cache, ViewHierarchy([.view(colliding(2))])))
    #expect(try !runs(cache, ViewHierarchy([.view(colliding(0), content: colliding(3))])))
  }

  @Test func `it doesn't matter whether the maker of a hierarchy knew its keys`() throws {
    let cache = LayoutsCache()
    func expectHits<Key>(_ known: ViewHierarchy<Key>, _ unknown: ViewHierarchy<Key>) throws {
      for (hierarchy, isFirst) in [(known, true), (unknown, false), (known, false)] {
        var hasRun = false
        _ = try cache.layout(hierarchy, of: Screen.self, content: 0, in: rect(0, 0, 9, 9)) { _ in
          hasRun = true
        }
        #expect(hasRun == isFirst)
      }
    }
    try expectHits(ViewHierarchy(keys: 0..<9), makeAnywhere((0..<9).map { .view($0) }))
    try expectHits(
      ViewHierarchy(keys: Keys.allCases),
      makeAnywhere(Keys.allCases.map { .view($0) })
    )
    let names = ["one", "two"]
    try expectHits(ViewHierarchy(keys: names), makeAnywhere(names.map { .view($0) }))
  }

  /// Asks the cache for its statistics wherever it can, which stops the program in the cache's lock.
  private struct Reentrant: Hashable, Sendable {
    final class Life: Sendable {
      let cache: LayoutsCache
      let ends: ComparisonCounter
      init(_ cache: LayoutsCache, _ ends: ComparisonCounter) {
        self.cache = cache
        self.ends = ends
      }
      deinit {
        _ = cache.statistics
        ends.note()
      }
    }
    let id: Int
    let life: Life

    static func == (left: Reentrant, right: Reentrant) -> Bool {
      left.life.cache.statistics == right.life.cache.statistics && left.id == right.id
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id % 2)
      hasher.combine(life.cache.statistics.hits * 0)
    }
  }

  @Test func `comparing, hashing and freeing what is remembered may use the cache`() throws {
    let (cache, ends) = (LayoutsCache(capacity: 3), ComparisonCounter())
    let counter = ComparisonCounter()
    let make = { Reentrant(id: $0, life: Reentrant.Life(cache, ends)) }
    for number in 0..<12 {
      // Contents and hierarchies made anew, which both replace and push out what is there.
      for isFirst in [true, false] {
        let hierarchy = try ViewHierarchy(keys: [make(1), make(2)])
        var hasRun = false
        _ = try cache.layout(
          hierarchy,
          of: Screen.self,
          content: make(number),
          in: rect(0, 0, 1, 1)
        ) {
          _ in hasRun = true
        }
        #expect(hasRun == isFirst)
      }
    }
    #expect(try runs(cache, makeHierarchy(0, .frame, counter)))
    cache.removeAll()
    #expect(ends.take() == 12 * 2 * 3)
  }
}
