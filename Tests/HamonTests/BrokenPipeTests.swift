import Foundation
import Testing

@Suite(.timeLimit(.minutes(30)))
struct BrokenPipeTests {
  /// More text than a pipe holds, where it is long.
  private static let results = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../results/reference/results.json").standardized.path

  @Test(arguments: [
    ["--help"], ["--generate-completion-script", "bash"], ["gate", "--help"],
    ["results", results, "--percentiles", "--system"],
    ["results", results, "--export", "influx=-"],
  ])
  func `a reader that has seen enough ends the tool without a word`(
    arguments: [String]
  ) async throws {
    try await ToolFixture.open { fixture in
      let outcome = try await fixture.run(
        arguments,
        prefix: ["bash", "-c", "\"$0\" \"$@\" | head -n 1; exit \"${PIPESTATUS[0]}\""]
      )
      // As other programs do: by SIGPIPE, where there was more than the pipe holds.
      #expect([0, 141].contains(outcome.status))
      #expect(outcome.output.split(separator: "\n").count == 1)
      #expect(outcome.error == "")
      // Programs of a job of some CI systems are started with the signal ignored.
      let ignoring = try await fixture.run(
        arguments,
        prefix: [
          "bash", "-c", "trap '' PIPE; \"$0\" \"$@\" | head -n 1; exit \"${PIPESTATUS[0]}\"",
        ]
      )
      #expect(ignoring.status == 0)
      #expect(ignoring.error == "")
    }
  }
}
