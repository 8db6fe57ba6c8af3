import Foundation
import Subprocess
import Testing

@testable import RegressionGate

/// The gate on counts that depend on where memory lies.
@Suite(
  .timeLimit(.minutes(30)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"))
)
struct GateLayoutTests {
  /// What the work of the fixture's operation depends on.
  enum Seed: Int {
    case none, heap, library
  }

  /// Compiles Tests/Fixtures/Benchmarks/address-seeded.c.
  private func program(
    _ name: String,
    in folder: String,
    seed: Seed = .heap,
    unrelated: Int? = nil,
    work: Int = 0
  ) async throws -> String {
    let source = "\(FixturePackage.repository)/Tests/Fixtures/Benchmarks/address-seeded.c"
    let path = "\(folder)/\(name)"
    var arguments = ["-O1", "-DSEEDED=\(seed.rawValue)", "-DWORK=\(work)", "-o", path, source]
    if let unrelated { arguments.append("-DUNRELATED=\(unrelated)") }
    let result = try await Subprocess.run(
      .name("cc"),
      arguments: Arguments(arguments),
      output: .discarded,
      error: .string(limit: 1 << 16)
    )
    try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    return path
  }

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

  @Test(arguments: [Seed.heap, .library])
  func `what moves a table seeded by its address and has nothing to do with it is no regression`(
    seed: Seed
  ) async throws {
    try await ToolFixture.open { tool in
      let base = try await program("base", in: tool.folder, seed: seed)
      for unrelated in [48, 4000, 100_000] {
        let head = try await program("head", in: tool.folder, seed: seed, unrelated: unrelated)
        let row = try await gate(tool, base, head)
        let instructions = try #require(row.comparisons.first { $0.metric == .instructions })
        #expect(instructions.verdict == .unknown, "\(unrelated): \(row.details)")
        #expect(row.verdict == .unknown)
        #expect(row.details.contains { $0.contains("where memory lies") })
      }
      // Beside what the place does, twice the work is found.
      let slower = try await program(
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
      let base = try await program("base", in: tool.folder, seed: .none)
      let same = try await program("same", in: tool.folder, seed: .none, unrelated: 48)
      #expect(try await gate(tool, base, same).verdict == .pass)
      let slower = try await program("slower", in: tool.folder, seed: .none, work: 6)
      let row = try await gate(tool, base, slower)
      #expect(row.regressions.map(\.metric) == [.instructions])
      #expect(row.evidence.baseCountRuns?.count == 5)
    }
  }
}
