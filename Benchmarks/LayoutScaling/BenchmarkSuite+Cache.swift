import BenchmarkHarness
import Foundation
import Plastic

extension BenchmarkSuite {
  /// The frames of a layout that a cache knows, each of them read.
  ///
  /// - Parameters:
  ///   - count: How many views it has.
  ///   - isAnew: Whether the hierarchy is another each time, so that the cache has to compare it.
  mutating func addCacheHit(views count: Int, isAnew: Bool) {
    let isBarred = count == 1000 || count == 100_000
    let bar =
      isAnew
      ? Bar("hit anew as cheap as a layout", against: "first-layout-anew", atMost: 1)
      : Bar("cache hit at 5 ns a view", medianAtMost: .nanoseconds(5 * count))
    add(
      Benchmark(
        isAnew ? "cache-hit-anew" : "cache-hit",
        parameters: ["workload": ListWorkload.label, "views": count],
        floors: [isAnew ? "first-layout-anew" : "first-layout"],
        bars: (isAnew ? [fewAllocations] : []) + (isBarred ? [bar] : [])
      ) {
        let cache = LayoutsCache()
        let hierarchy = try ListWorkload.makeHierarchy(count: count)
        let environment = try ListWorkload.makeEnvironment()
        var last: LayoutResult<Int>?
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              let result = try cache.layout(
                isAnew ? ListWorkload.makeHierarchy(count: count) : hierarchy,
                of: ListWorkload.self,
                content: 0,
                in: ListWorkload.frame(width: 640),
                environment: environment
              ) { ListWorkload.layout($0, count: count) }
              var height: CGFloat = 0
              for frame in result.frames { height += frame.size.height }
              blackHole(height)
              last = result
            }
          },
          verify: { _ in
            try check(last, ListWorkload.self, width: 640)
            try VerificationError.check("misses", found: cache.statistics.misses, expected: 1)
          }
        )
      }
    )
  }

  /// Layouts that a full cache doesn't know, of hierarchies made anew: one is forgotten for each.
  mutating func addCacheMiss(views count: Int) {
    let layouts = 256
    add(
      Benchmark(
        "cache-miss",
        parameters: ["workload": ListWorkload.label, "views": count],
        floors: ["first-layout-anew"],
        bars: [Bar("100 bytes a view in a full cache", memoryAtMost: 100 * layouts * count)]
      ) {
        let before = HeapUsage.mainThreadBytes
        var missing = try MissingLayouts(count: count, layouts: layouts)
        return BenchmarkBody(
          run: { for _ in 0..<$0 { try missing.layOut() } },
          verify: { _ in
            try check(missing.last, ListWorkload.self, width: 640)
            let statistics = missing.cache.statistics
            try VerificationError.check("hits", found: statistics.hits, expected: 0)
            try VerificationError.check("layouts", found: statistics.layouts, expected: layouts)
          }
        )
        .reportingMemory { max(HeapUsage.mainThreadBytes - before, 0) }
      }
    )
  }
}

/// Layouts of which none is asked for again.
private struct MissingLayouts {
  let cache: LayoutsCache
  let environment: LayoutEnvironment
  let count: Int
  var next = 0
  var last: LayoutResult<Int>?

  /// Fills a cache.
  init(count: Int, layouts: Int) throws {
    cache = LayoutsCache(capacity: layouts)
    environment = try ListWorkload.makeEnvironment()
    self.count = count
    for _ in 0..<layouts { try layOut() }
  }

  mutating func layOut() throws {
    next += 1
    last = try cache.layout(
      ListWorkload.makeHierarchy(count: count),
      of: ListWorkload.self,
      content: next,
      in: ListWorkload.frame(width: 640),
      environment: environment
    ) { [count] in ListWorkload.layout($0, count: count) }
  }
}
