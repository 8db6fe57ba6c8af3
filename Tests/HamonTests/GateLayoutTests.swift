import Foundation
import SeededRandom
import Testing

@testable import RegressionGate

/// The gate on counts that depend on where memory lies.
@Suite(
  .enabled(if: TestTier.isCheck, "make check runs it"),
  .timeLimit(.minutes(30)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"))
)
struct GateLayoutTests {
  private func gate(
    _ tool: ToolFixture,
    _ base: String,
    _ head: String
  ) async throws -> RowJudgement {
    let json = "\(tool.folder)/gate.json"
    let outcome = try await tool.run([
      "gate", "--base-executable", base, "--head-executable", head, "--no-wall", "--json", json,
    ])
    #expect(outcome.status != 1, "\(outcome.error)")
    let report = try JSONDecoder().decode(
      GateReport.self,
      from: Data(contentsOf: URL(filePath: json))
    )
    return try #require(report.rows.first)
  }

  @Test(arguments: [SeededProgram.Seed.heap, .library])
  func `what moves a table seeded by its address and has nothing to do with it is no regression`(
    seed: SeededProgram.Seed
  ) async throws {
    try await ToolFixture.open { tool in
      let base = try await SeededProgram.compile("base", in: tool.folder, seed: seed)
      for unrelated in [48, 4000, 100_000] {
        let head = try await SeededProgram.compile(
          "head",
          in: tool.folder,
          seed: seed,
          unrelated: unrelated
        )
        let row = try await gate(tool, base, head)
        let instructions = try #require(row.comparisons.first { $0.metric == .instructions })
        #expect(instructions.verdict == .unknown, "\(unrelated): \(row.details)")
        #expect(row.verdict == .unknown)
        #expect(row.details.contains { $0.contains("where memory lies") })
      }
      // Beside what the place does, twice the work is found.
      let slower = try await SeededProgram.compile(
        "slower",
        in: tool.folder,
        seed: seed,
        unrelated: 48,
        work: 400
      )
      #expect(try await gate(tool, base, slower).verdict == .regression)
    }
  }

  @Test func `what doesn't depend on its place has the same change in each layout`() async throws {
    try await ToolFixture.open { tool in
      let base = try await SeededProgram.compile("base", in: tool.folder, seed: .none)
      let same = try await SeededProgram.compile(
        "same",
        in: tool.folder,
        seed: .none,
        unrelated: 48
      )
      #expect(try await gate(tool, base, same).verdict == .pass)
      let slower = try await SeededProgram.compile("slower", in: tool.folder, seed: .none, work: 6)
      let row = try await gate(tool, base, slower)
      #expect(row.regressions.map(\.metric) == [.instructions])
      #expect(row.evidence.baseCountRuns?.count == 5)
    }
  }
}
