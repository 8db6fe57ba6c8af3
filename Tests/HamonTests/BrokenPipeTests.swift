import Testing

@Suite(.timeLimit(.minutes(20)))
struct BrokenPipeTests {
  @Test(arguments: [["--help"], ["--generate-completion-script", "bash"], ["gate", "--help"]])
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
    }
  }
}
