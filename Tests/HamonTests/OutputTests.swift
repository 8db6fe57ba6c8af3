import Foundation
import ReportRendering
import Testing

@testable import hamon

/// Where results go, and what is left elsewhere.
@Suite(.timeLimit(.minutes(30)))
struct OutputTests {
  @Test(arguments: ["hamon", "DispatchThroughput"])
  func `results that can't be written are an error`(program: String) async throws {
    try await ToolFixture.open { tool in
      let benchmark = Built.program(program)
      let outcome =
        if program == "hamon" {
          try await tool.run(
            ["bench", "--quick", "--rounds", "1", "--command", "true"],
            prefix: ["sh", "-c", "exec \"$@\" > /dev/full", "sh"]
          )
        } else {
          // The tool's own name, which follows, is not used.
          try await tool.run(
            [],
            prefix: [
              "sh", "-c",
              "exec \"$0\" --quick --rounds 1 --filter '^cas-apply-store/producers=1/state=8B$' > /dev/full",
              benchmark,
            ]
          )
        }
      #expect(outcome.status == 1, "\(outcome.error)")
      #expect(
        outcome.error.contains("error: stdout: it can't be written (No space left on device)"),
        "\(outcome.error)"
      )
    }
  }

  @Test func `tables are as wide as the terminal, and whole in a pipe`() async throws {
    let results = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../results/reference/results.json").standardized.path
    try await ToolFixture.open { tool in
      func lines(_ command: String, columns: String? = nil) async throws -> [String] {
        let variable = columns.map { "COLUMNS=\($0)" } ?? "-u COLUMNS"
        let outcome = try await tool.run(
          [],
          prefix: ["sh", "-c", command.replacing("HAMON", with: "env \(variable) \(tool.hamon)")]
        )
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
        return outcome.output.replacing("\r\n", with: "\n")
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
      func onTerminal(columns: String? = nil) async throws -> [String] {
        // script(1) makes a terminal.
        let command = "script -qec 'stty cols 80; HAMON results \(results)' /dev/null"
        return try await lines(command, columns: columns)
      }
      let whole = try await lines("HAMON results \(results)")
      #expect(whole.contains { $0.count > 120 })
      let narrow = try await onTerminal()
      #expect(narrow.filter { $0.count > 80 } == [])
      #expect(narrow.contains { $0.contains("…") })
      // What somebody has said counts more.
      #expect(try await onTerminal(columns: "0") == whole)
      #expect(try await onTerminal(columns: "none") == narrow)
      #expect(try await lines("HAMON results \(results)", columns: "80") == narrow)
      let summary = try await lines("HAMON results --summary \(results)")
      #expect(summary.count <= 40 && summary.contains { $0.contains(" bars hold") }, "\(summary)")
    }
  }

  @Test(arguments: [
    (["gate", "--bogus"], "hamon gate --help"),
    (["history", "show", "extra"], "hamon history show --help"),
    (["bogus"], "hamon --help"), (["export", "trace", "--format", "bogus"], "hamon export --help"),
  ])
  func `a command line that is wrong names the help of its command`(
    arguments: [String],
    help: String
  ) async throws {
    try await ToolFixture.open { tool in
      let outcome = try await tool.run(arguments)
      #expect(outcome.status == 64)
      #expect(
        outcome.error.hasPrefix("error: hamon: ") && outcome.error.hasSuffix("; see \(help)\n")
      )
    }
  }

  @Test func `COLUMNS says how long lines are, or the terminal`() {
    #expect(TerminalSize.lineWidth(variable: nil, terminal: nil) == nil)
    #expect(TerminalSize.lineWidth(variable: nil, terminal: 100) == 100)
    #expect(TerminalSize.lineWidth(variable: "60", terminal: 100) == 60)
    #expect(TerminalSize.lineWidth(variable: "60", terminal: nil) == 60)
    #expect(TerminalSize.lineWidth(variable: "0", terminal: 100) == nil)
    for nonsense in ["", "-1", "wide"] {
      #expect(TerminalSize.lineWidth(variable: nonsense, terminal: 100) == 100)
    }
  }

  private static let reading = Built.program("TraceReading")

  @Test(
    .enabled(
      if: TracedProgram.isPossible && FileManager.default.isExecutableFile(atPath: reading),
      "needs lttng-tools and the benchmark TraceReading"
    )
  )
  func `a benchmark that records its own input leaves nothing of it`() async throws {
    // What is left in the folder is looked for where that is closed.
    try await ToolFixture.open { tool in
      let outcome = try await tool.run([
        "bench", Self.reading, "--quick", "--rounds", "1", "--filter", "^events-only$",
      ])
      let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder)
      #expect(files.filter { $0.hasPrefix("hamon-") } == [], "\(outcome.error)")
    }
  }
}
