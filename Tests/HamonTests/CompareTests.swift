import Foundation
import Testing

@testable import BenchmarkReport

/// `hamon compare` as its users run it.
@Suite(.timeLimit(.minutes(30)))
struct CompareTests {
  @Test func `two runs of the tool are compared, and written in each form`() async throws {
    try await ToolFixture.open { tool in
      let files = ["a", "b"].map { "\(tool.folder)/\($0).json" }
      for file in files {
        try await tool.succeed([
          "bench", "--quick", "--rounds", "2", "--command", "true", "--command", "sleep 0.01",
          "--json", file,
        ])
      }
      let (json, markdown) = ("\(tool.folder)/c.json", "\(tool.folder)/c.md")
      let outcome = try await tool.succeed(
        ["compare"] + files + ["--json", json, "--markdown", markdown]
      )
      #expect(!outcome.error.contains("error:"))
      #expect(outcome.output.hasPrefix("A: \(files[0]); "), "\(outcome.output)")
      #expect(
        outcome.output.contains(#/\nRatios to floors and peers: \d clearly higher /#),
        "\(outcome.output)"
      )
      #expect(outcome.output.contains("\nTimes, which are no evidence"), "\(outcome.output)")
      let data = try Data(contentsOf: URL(filePath: json))
      let comparison = try JSONDecoder().decode(RunComparison.self, from: data)
      #expect(comparison.suites[0].rows.contains { $0.row == "sleep 0.01" && !$0.ratios.isEmpty })
      #expect(try String(contentsOfFile: markdown, encoding: .utf8).hasPrefix("## B against A\n"))

      let same = try await tool.run(["compare", files[0], "\(tool.folder)/./a.json"])
      #expect(same.status == 1)
      #expect(same.error.contains("it is the file that it is compared with; give two runs"))
      try Data("{\"rows\":[],\"schemaVersion\":1}".utf8).write(to: URL(filePath: json))
      let other = try await tool.run(["compare", files[0], json])
      #expect(other.status == 1)
      #expect(other.error.hasPrefix("error: \(json): it holds no benchmark results: it has no "))
      let newer = try String(contentsOfFile: files[1], encoding: .utf8)
        .replacing("\"schemaVersion\":1", with: "\"schemaVersion\":9")
      try Data(newer.utf8).write(to: URL(filePath: json))
      let unknown = try await tool.run(["compare", files[0], json])
      #expect(unknown.status == 1 && unknown.error.contains("its schema version is 9"))
      let none = try await tool.run(["compare"] + files + ["--filter", "^nothing$"])
      #expect(none.status == 1 && none.error.contains("no row is in both"), "\(none.error)")
    }
  }
}
