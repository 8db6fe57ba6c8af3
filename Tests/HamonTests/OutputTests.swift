import Foundation
import Testing

/// Where results go, and what is left elsewhere.
@Suite(.timeLimit(.minutes(30)))
struct OutputTests {
  @Test(arguments: ["hamon", "DispatchThroughput"])
  func `results that can't be written are an error`(program: String) async throws {
    try await ToolFixture.open { tool in
      let benchmark = URL(filePath: tool.hamon).deletingLastPathComponent()
        .appending(path: program).path
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

  private static let reading = URL(
    filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  ).deletingLastPathComponent().appending(path: "TraceReading").path

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
