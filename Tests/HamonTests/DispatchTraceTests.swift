import Foundation
import Subprocess
import Testing
import TraceAnalysis

/// The benchmark of the store, recorded as `make bench` does.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct DispatchTraceTests {
  @Test func `the trace has exactly the updates that the benchmark dispatched`() async throws {
    try await ToolFixture.open { fixture in
      let (trace, outcome) = try await fixture.recordBenchmark(
        "DispatchThroughput",
        iterations: 1000,
        filter: "^dispatch/"
      )
      let dispatched = outcome.output.matches(of: /ran (\d+) iterations/)
        .compactMap { Int($0.1) }.reduce(0, +)
      #expect(dispatched >= 9000)
      #expect(outcome.error.contains("discarded events: 0\n"), "\(outcome.error)")
      for event in ["dispatch_enqueue", "update_begin", "update_end"] {
        #expect(try await fixture.count("katana:\(event)", in: trace) == dispatched, "\(event)")
      }

      let report = try await fixture.report(of: trace)
      #expect(report.intervals.reduce(0) { $0 + Int($1.count) } == dispatched)
      #expect(report.intervals.allSatisfy { $0.queueWait?.count == $0.count })
      #expect(report.intervals.allSatisfy { $0.name?.contains("Touch<") == true })
      #expect(report.losses.unendedIntervals == 0)
    }
  }
}
