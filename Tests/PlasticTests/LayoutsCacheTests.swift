import Foundation
import Plastic
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(30))) struct LayoutsCacheTests {
  private enum Key: CaseIterable { case a, b }
  private enum Screen {}
  private enum OtherScreen {}

  /// Lays one view out over the container through the cache; says whether the layout ran.
  private func runs(
    _ cache: LayoutsCache,
    keys: [Key] = [.a, .b],
    of description: Any.Type = Screen.self,
    content: (any Hashable & Sendable)? = 1,
    in frame: CGRect = rect(0, 0, 100, 50),
    environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> Bool {
    var hasRun = false
    let hierarchy = try ViewHierarchy(keys: keys)
    let result = try cache.layout(
      hierarchy,
      of: description,
      content: content,
      in: frame,
      environment: environment
    ) {
      hasRun = true
      $0[.a]?.fill($0.nativeView)
    }
    #expect(result[.a] == CGRect(origin: .zero, size: frame.size))
    return hasRun
  }

  @Test func `the same layout runs once, wherever the container is`() throws {
    let cache = LayoutsCache()
    #expect(try runs(cache))
    #expect(try !runs(cache))
    #expect(try !runs(cache, in: rect(7, 8, 100, 50)))
    #expect(cache.statistics.hits == 2)
    #expect(cache.statistics.misses == 1)
    #expect(cache.statistics.hitRate == 2.0 / 3)
    #expect(cache.statistics.layouts == 1)
    #expect(cache.statistics.views == 2)
  }

  @Test func `whatever a layout depends on makes it another`() throws {
    let cache = LayoutsCache()
    #expect(try runs(cache))
    #expect(try runs(cache, keys: [.a]))
    #expect(try runs(cache, keys: [.b, .a]))
    #expect(try runs(cache, of: OtherScreen.self))
    #expect(try runs(cache, content: 2))
    #expect(try runs(cache, content: "1"))
    // As AnyHashable they are equal; in a chain of the hash table each would be taken for the others.
    for number in 2..<200 {
      #expect(try runs(cache, of: OtherScreen.self, content: number))
      #expect(try runs(cache, of: OtherScreen.self, content: Double(number)))
      #expect(try runs(cache, of: OtherScreen.self, content: UInt16(number)))
    }
    #expect(try runs(cache, in: rect(0, 0, 100, 51)))
    #expect(try runs(cache, environment: LayoutEnvironment(displayScale: 2)))
    #expect(try runs(cache, environment: LayoutEnvironment(rounding: .edges)))
    let reference = try ReferenceSize(CGSize(width: 10, height: 10))
    let scaled = LayoutEnvironment().entering(rect(0, 0, 100, 50), reference: reference)
    #expect(try runs(cache, environment: scaled))
    #expect(cache.statistics.hits == 0)
    #expect(try !runs(cache, environment: scaled))
  }

  @Test func `without a content nothing is remembered or counted`() throws {
    let cache = LayoutsCache()
    #expect(try runs(cache, content: nil))
    #expect(try runs(cache, content: nil))
    #expect(cache.statistics == LayoutsCache().statistics)
  }

  @Test func `the least recently used layout is forgotten`() throws {
    let cache = LayoutsCache(capacity: 2)
    #expect(try runs(cache, content: 1))
    #expect(try runs(cache, content: 2))
    #expect(try !runs(cache, content: 1))
    #expect(try runs(cache, content: 3))
    #expect(try !runs(cache, content: 1))
    #expect(try runs(cache, content: 2))
    #expect(cache.statistics.evictions == 2)
    #expect(cache.statistics.layouts == 2)
  }

  @Test func `frames are bounded as layouts are`() throws {
    let cache = LayoutsCache(capacity: 100, viewCapacity: 5)
    for content in 0..<10 { #expect(try runs(cache, content: content)) }
    #expect(cache.statistics.layouts == 2)
    #expect(cache.statistics.views == 4)
    let tiny = LayoutsCache(viewCapacity: 1)
    #expect(try runs(tiny))
    #expect(try runs(tiny))
    #expect(tiny.statistics.layouts == 0)
  }

  @Test func `a content that isn't equal to itself isn't remembered`() throws {
    let cache = LayoutsCache(capacity: 2)
    for _ in 0..<5 { #expect(try runs(cache, content: Double.nan)) }
    #expect(cache.statistics.layouts == 0)
    #expect(cache.statistics.evictions == 0)
  }

  @Test func `a layout that fails isn't remembered`() throws {
    let cache = LayoutsCache()
    let hierarchy = try ViewHierarchy<Key>(keys: [.a])
    for _ in 0..<2 {
      #expect(throws: LayoutError.missingReferenceSize(view: "a", .scalable(1))) {
        try cache.layout(hierarchy, of: Screen.self, content: 1, in: rect(0, 0, 1, 1)) {
          $0[.a]?.width = .scalable(1)
        }
      }
    }
    #expect(cache.statistics.layouts == 0)
    #expect(cache.statistics.misses == 2)
  }

  @Test func `random use agrees with a list of what was used`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let cache = LayoutsCache(capacity: 4)
    var used: [Int] = []
    for step in 0..<2000 {
      let content = Int.random(in: 0..<7, using: &random)
      let hasRun = try runs(cache, content: content)
      #expect(hasRun == !used.contains(content), "seed \(seed), step \(step)")
      used.removeAll { $0 == content }
      used = Array((used + [content]).suffix(4))
    }
  }

  @Test func `containers are laid out by many threads at once`() async throws {
    let cache = LayoutsCache(capacity: 8)
    let hierarchy = try ViewHierarchy<Int>(keys: 0..<50)
    await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<40 {
            let width = CGFloat(50 * (1 + (task + round) % 12))
            let result = try cache.layout(
              hierarchy,
              of: Screen.self,
              content: 0,
              in: rect(CGFloat(task), 0, width, 10)
            ) { views in
              (0..<50).compactMap { views[$0] }
                .fill(left: views.nativeView.left, right: views.nativeView.right)
            }
            #expect(result[49] == rect(width / 50 * 49, 0, width / 50, 0))
          }
        }
      }
    }
    #expect(cache.statistics.hits + cache.statistics.misses == 320)
  }
}
