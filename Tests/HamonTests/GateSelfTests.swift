import Foundation
import RegressionGate
import Testing

/// The gate on a real benchmark: what its users rely on in CI.
@Suite(.timeLimit(.minutes(10)))
struct GateSelfTests {
  private func gate(_ workshop: Workshop, _ arguments: [String]) async throws -> GateReport {
    let path = "\(workshop.folder)/gate.json"
    let outcome = try await workshop.run(
      [
        "gate", "--base-executable", ReleaseBenchmark.program, "--head-executable",
        ReleaseBenchmark.program, "--filter", "^dispatch/producers=1/state=(8B|64KB)$", "--json",
        path,
      ] + arguments
    )
    #expect(outcome.status != 1, "\(outcome.error)")
    return try JSONDecoder().decode(GateReport.self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// Gates until the report is as expected, three times at most.
  ///
  /// Other tests run LTTng's daemons at the same time, with which every program that is linked with LTTng
  /// registers itself: some thousand instructions at its start that the next start may not have.
  private func gate(
    _ workshop: Workshop,
    _ arguments: [String],
    until isExpected: (GateReport) -> Bool
  ) async throws -> GateReport {
    for _ in 0..<2 {
      let report = try await gate(workshop, arguments)
      if isExpected(report) { return report }
    }
    return try await gate(workshop, arguments)
  }

  @Test(.enabled(if: ReleaseBenchmark.isCountable, "valgrind, strip or the benchmark is missing"))
  func `the same code passes, and one percent more work doesn't`() async throws {
    try await Workshop.open { workshop in
      let same = try await gate(workshop, []) { $0.exitCode == 0 }
      #expect(same.exitCode == 0, "\(same.text(showsAll: true))")
      #expect(same.rows.count == 2)
      // Once, beside a second run of all tests, a link failed; why is not known yet.
      withKnownIssue("a link failed under load", isIntermittent: true) {
        #expect(same.notes == [])
      }
      func change(_ row: RowJudgement) -> Double {
        row.comparisons.first { $0.metric == .instructions }?.change ?? 0
      }
      let slower = try await gate(workshop, ["--inject-work", "1", "--no-wall"]) { report in
        report.rows.allSatisfy { abs(change($0) - 0.01) < 0.002 }
      }
      #expect(slower.exitCode == 2)
      for row in slower.rows {
        #expect(row.regressions.map(\.metric) == [.instructions])
        #expect(abs(change(row) - 0.01) < 0.002, "\(slower.text())")
      }
    }
  }

  @Test(.enabled(if: ReleaseBenchmark.isCountable, "valgrind, strip or the benchmark is missing"))
  func `an allocation in a hundred operations is found`() async throws {
    try await Workshop.open { workshop in
      let report = try await gate(workshop, ["--inject-allocations", "10", "--no-wall"])
      #expect(report.exitCode == 2)
      for row in report.rows {
        #expect(row.regressions.contains { $0.metric == .allocations })
      }
    }
  }
}
