import BenchmarkResults
import Foundation
import RegressionGate
import Testing

/// The gate on a real benchmark: what its users rely on in CI.
@Suite(.timeLimit(.minutes(30)))
struct GateSelfTests {
  private func gate(
    _ tool: ToolFixture,
    _ arguments: [String] = [],
    injecting variables: [InjectionVariable: String] = [:]
  ) async throws -> GateReport {
    let path = "\(tool.folder)/gate.json"
    let outcome = try await tool.run(
      [
        "gate", "--base-executable", ReleaseBenchmark.program, "--head-executable",
        ReleaseBenchmark.program, "--filter", "^dispatch/producers=1/state=(8B|64KB)$", "--json",
        path,
      ] + arguments,
      environment: Dictionary(uniqueKeysWithValues: variables.map { ($0.rawValue, $1) })
    )
    #expect(outcome.status != 1, "\(outcome.error)")
    return try JSONDecoder().decode(GateReport.self, from: Data(contentsOf: URL(filePath: path)))
  }

  @Test(.enabled(if: ReleaseBenchmark.isCountable, "valgrind, strip or the benchmark is missing"))
  func `the same code passes, and one percent more work doesn't`() async throws {
    try await ToolFixture.open { tool in
      let same = try await gate(tool)
      #expect(same.exitCode == 0, "\(same.text(showsAll: true))")
      #expect(same.rows.count == 2)
      #expect(same.notes == [])
      let slower = try await gate(tool, ["--no-wall"], injecting: [.work: "1"])
      #expect(slower.exitCode == 2)
      for row in slower.rows {
        #expect(row.regressions.map(\.metric) == [.instructions])
        let change = row.comparisons.first { $0.metric == .instructions }?.change ?? 0
        #expect(abs(change - 0.01) < 0.002, "\(slower.text())")
      }
    }
  }

  @Test(.enabled(if: ReleaseBenchmark.isCountable, "valgrind, strip or the benchmark is missing"))
  func `an allocation in a hundred operations is found`() async throws {
    try await ToolFixture.open { tool in
      let report = try await gate(tool, ["--no-wall"], injecting: [.allocations: "10"])
      #expect(report.exitCode == 2)
      for row in report.rows {
        #expect(row.regressions.contains { $0.metric == .allocations })
      }
    }
  }
}
