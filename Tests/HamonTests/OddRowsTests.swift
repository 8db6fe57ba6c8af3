import BenchmarkReport
import BenchmarkResults
import CommandRunning
import Counting
import Foundation
import ProcessLaunching
import RegressionGate
import Statistics
import SuiteErrors
import Testing

/// Rows that end their process, print, read, or depend on where they stand (Tests/Fixtures/OddRows, Tests/Fixtures/Benchmarks/standing.c).
@Suite(.timeLimit(.minutes(30)))
struct OddRowsTests {
  private static let path = Built.program("OddRows")

  private struct Silent: GateProgress {
    var isInterrupted: Bool { false }
    func plan(_ text: String) {}
    func show(_ text: String) {}
  }

  @Test func `rows that end their process are named, and the rest is measured`() async throws {
    try await ToolFixture.open { tool in
      let json = "\(tool.folder)/all.json"
      let filter = "^(first|exits|exits in its set-up|aborts|traps|is killed|throws|last)$"
      let outcome = try await tool.run(
        ["bench", "--quick", "--json", json, "--filter", filter, Self.path]
      )
      #expect(outcome.status == 1)
      let results = try ResultCollection.read(json)
      let suite = try #require(results.suites.first)
      #expect(results.suites.count == 1)
      #expect(suite.rows.map(\.name) == ["first", "last"])
      let ends = [
        "exits": "ended with exit status 0", "exits in its set-up": "ended with exit status 0",
        "aborts": "was ended by signal 6", "traps": "was ended by signal",
        "is killed": "was ended by signal 9", "throws": "was ended by signal 6",
      ]
      #expect(Set(suite.failures.map(\.row)) == Set(ends.keys))
      for failure in suite.failures {
        #expect(failure.message.contains(try #require(ends[failure.row])), "\(failure)")
        #expect(outcome.error.contains("error: row \(failure.row): \(failure.message)"))
        #expect(outcome.output.contains("FAILED \(failure.row)"))
      }
    }
  }

  @Test func `a row that ends its process is named where it is the only one`() async throws {
    try await ToolFixture.open { tool in
      let json = "\(tool.folder)/all.json"
      let outcome = try await tool.run(
        ["bench", "--quick", "--json", json, "--filter", "^exits$", Self.path]
      )
      #expect(outcome.status == 1)
      #expect(try ResultCollection.read(json).suites.first?.failures.map(\.row) == ["exits"])
      #expect(outcome.error.contains("error: row exits: its process ended with exit status 0"))
      #expect(outcome.output.contains("FAILED exits"))
    }
  }

  @Test func `what rows print is no part of the tables, and they find nothing to read`()
    async throws
  {
    try await ToolFixture.open { tool in
      let rows = "^(prints|reads|main actor|suspends in its set-up)$"
      let outcome = try await tool.succeed(["bench", "--quick", "--filter", rows, Self.path])
      #expect(!outcome.output.contains("a row prints"))
      #expect(outcome.error.contains("a row prints"))
      let gate = try await tool.run(
        ["gate", "--base-executable", Self.path, "--head-executable", Self.path, "--no-counts"]
          + ["--filter", rows]
      )
      // The machine may be too busy to tell, but every row was measured.
      #expect(!gate.output.contains("unmeasured"), "\(gate.output)\(gate.error)")
    }
  }

  @Test func `what operations leave in memory is told, and gated`() async throws {
    try await Command.succeed(["\(FixturePackage.repository)/tools/preloaded", Built.folder])
    try await ToolFixture.open { tool in
      let json = "\(tool.folder)/all.json"
      let rows = "^(first|leaks|keeps|main actor)$"
      let outcome = try await tool.succeed(
        ["bench", "--quick", "--json", json, "--filter", rows, "--memory", rows, Self.path]
      )
      let results = try #require(try ResultCollection.read(json).suites.first?.rows)
      let leaves = Dictionary(uniqueKeysWithValues: results.map { ($0.name, $0.leaves) })
      for row in ["first", "main actor"] {
        #expect(try #require(leaves[row] ?? nil).parts == [])
        #expect(outcome.output.contains("\n\(row): an operation leaves nothing in memory\n"))
      }
      let leaks = try #require(leaves["leaks"] ?? nil)
      let pair = try #require(leaks.parts.first)
      #expect(leaks.parts.count == 1 && pair.type == "Pair", "\(leaks)")
      #expect(pair.function == "leak()")
      #expect(pair.blocks == 2 && pair.bytes == 48 && pair.leakedBytes > 40, "\(leaks)")
      #expect(pair.line?.hasPrefix("main.swift:") == true)
      #expect(pair.holder == "Pair.other -> Pair.other -> Pair")
      #expect(outcome.output.contains("leaks: an operation leaves 48 bytes: 48 of `Pair`, "))
      // A number, and the free places of an array that doubles.
      let keeps = try #require(leaves["keeps"] ?? nil)
      #expect((8...17).contains(keeps.bytes) && keeps.leakedBytes == 0, "\(keeps)")

      func gate(_ row: String) async throws -> ToolFixture.Outcome {
        try await tool.run(
          ["gate", "--base-executable", Self.path, "--head-executable", Self.path, "--no-counts"]
            + ["--no-wall", "--also-gate", "leaks", "--filter", "^\(row)$"],
          environment: ["HAMON_INJECT_ROW": "head"]
        )
      }
      let both = try await gate("leaks")
      #expect(both.status == 0, "\(both.output)\(both.error)")
      #expect(both.output.contains(" leaks: both sides leave memory: an operation leaves 48 bytes"))
      let new = try await gate("leaks at the head")
      #expect(new.status == 2, "\(new.output)\(new.error)")
      #expect(new.output.contains("leaks: 0.0 bytes -> 48.0 bytes"), "\(new.output)")
      #expect(new.output.contains("48 of `Pair`, made in `leak()` (main.swift:"), "\(new.output)")
    }
  }

  @Test(arguments: ["HAMON_INJECT_WORK", "HAMON_INJECT_ALLOCATIONS"], ["much", "-1", "nan", ""])
  func `work that can't be injected is an error`(variable: String, value: String) async throws {
    let benchmark = Command(Self.path, ["--one-shot", "1"], environment: [variable: value])
    let result = try await benchmark.run()
    #expect(!result.isSuccess)
    #expect(result.errors.contains("\(variable) \(value): it is no share; give a number from 0"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `only what a row itself says that it ran is counted`() async throws {
    let program = try await CountedProgram(BenchmarkProgram(Self.path))
    await #expect(throws: SuiteError.self) {
      try await program.measure(row: "exits", iterations: 10)
    }
    await #expect(throws: SuiteError.self) {
      try await program.countHeap(row: "exits in its set-up", iterations: 10)
    }
    _ = try await program.measure(row: "main actor", iterations: 10)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `each side of a gate runs where its files are, and keeps its own`() async throws {
    try await ToolFixture.open { tool in
      let source = "\(FixturePackage.repository)/Tests/Fixtures/Benchmarks/standing.c"
      let program = try await SampledProgram.build(
        String(contentsOfFile: source, encoding: .utf8),
        "standing.c",
        ["cc", "-O1"],
        in: tool.folder
      )
      let sides = ["base", "head"].map { "\(tool.folder)/\($0)" }
      for (number, side) in sides.enumerated() {
        try FileManager.default.createDirectory(atPath: side, withIntermediateDirectories: true)
        try String(repeating: "x", count: 200 << number)
          .write(toFile: "\(side)/corpus.txt", atomically: true, encoding: .utf8)
      }
      try tool.touch("\(sides[1])/exits")
      var options = GateOptions()
      options.filter = "^(stands|exits)$"
      options.timesRows = false
      let run = GateRun(
        subjects: [
          GateSubject(
            name: "standing",
            programs: Sides(base: sides[0], head: sides[1]).map {
              BenchmarkProgram(program, in: $0)
            }
          )
        ],
        options: options,
        progress: Silent()
      )
      let outcome = try await run.measure(directory: tool.folder)
      let evidence = Dictionary(uniqueKeysWithValues: outcome.rows.map { ($0.row, $0) })
      let file = try #require(evidence["stands"])
      #expect(file.failure == nil && file.countingFailure == nil, "\(file)")
      let base = try #require(file.baseCounts?.instructions)
      let head = try #require(file.headCounts?.instructions)
      #expect((1.7...2.1).contains(head / base), "\(base) to \(head)")
      let exit = try #require(evidence["exits"])
      #expect(exit.countingFailure?.contains("head: ") == true, "\(exit)")
      let report = run.report(outcome, base: "", head: "", date: "")
      #expect(report.rows.first { $0.evidence.row == "exits" }?.verdict == .unmeasured)
    }
  }
}
