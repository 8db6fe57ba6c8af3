import Foundation
import Testing
import TraceAnalysis

/// The benchmark of layouts, recorded.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct LayoutTraceTests {
  @Test func `the trace has each layout with its views and whether a cache had it`() async throws {
    try await ToolFixture.open { fixture in
      let trace = try await fixture.recordBenchmark(
        "LayoutScaling",
        iterations: 20,
        filter: "^(resize|cache-hit)/workload=L/views=10$"
      ).trace
      // 20 of each row; the cache's first one runs, and the 19 others are found.
      #expect(try await fixture.count("katana:layout_begin", in: trace) == 40)
      #expect(try await fixture.count("katana:layout_end", in: trace) == 40)
      #expect(try await fixture.count(lines: "views = 10, is_cache_hit = 1 ", in: trace) == 19)
      #expect(try await fixture.count(lines: "views = 10, is_cache_hit = 0 ", in: trace) == 21)
      #expect(try await fixture.count(lines: "name = .*ListWorkload", in: trace) == 20)

      let report = try await fixture.report(of: trace)
      #expect(report.intervals.reduce(0) { $0 + Int($1.count) } == 40)
      #expect(report.losses.unendedIntervals == 0)
    }
  }
}
