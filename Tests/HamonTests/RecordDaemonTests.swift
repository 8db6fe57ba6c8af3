import Foundation
import Glibc
import Testing

extension RecordTests {
  /// Commands that end before what they have started.
  @Suite struct Daemons {
    /// Steps of a daemon that is another process than the command, and waits to be let go on.
    private static func steps(_ fixture: ToolFixture) -> [String] {
      let folder = fixture.folder
      return [
        fixture.program.path, "emit:1000", "daemon:\(folder)/id", "close:from",
        "touch:\(folder)/up",
        "await:\(folder)/go", "emit:1000",
      ]
    }

    /// Lets the daemon go on, and waits for its end.
    private static func release(_ fixture: ToolFixture) async throws {
      let id = try #require(Int32(String(contentsOfFile: "\(fixture.folder)/id", encoding: .utf8)))
      try fixture.touch("\(fixture.folder)/go")
      while kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func `what goes on when the command has ended is named, and how to record it`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.run(
          ["record", "-o", "\(fixture.folder)/t", "--"] + Self.steps(fixture)
        )
        try await fixture.wait(for: "\(fixture.folder)/up")
        let id = try String(contentsOfFile: "\(fixture.folder)/id", encoding: .utf8)
        try await Self.release(fixture)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
          outcome.error.contains(
            "warning: trace: processes that the command has started go on, and are not recorded any more: "
              + "traced (\(id)); record them with --until-all-end\n"
          ),
          "\(outcome.error)"
        )
        #expect(outcome.error.contains("events: 1000 signpost:interval_end\n"))
      }
    }

    @Test(arguments: [[], ["--follow-forks", "sh", "-c", "\"$@\" & exit 3", "sh"]])
    func `all that the command has started is recorded to its end, with the command's status`(
      wrapper: [String]
    ) async throws {
      try await ToolFixture.open { fixture in
        let arguments =
          ["record", "-o", "\(fixture.folder)/t", "--until-all-end"] + wrapper.prefix(1) + ["--"]
          + wrapper.dropFirst() + Self.steps(fixture)
        let outcome = try await fixture.run(arguments) { _ in
          try await fixture.wait(for: "\(fixture.folder)/up")
          try fixture.touch("\(fixture.folder)/go")
        }
        #expect(outcome.status == (wrapper.isEmpty ? 0 : 3), "\(outcome.error)")
        #expect(outcome.error.contains("events: 2000 signpost:interval_end\n"), "\(outcome.error)")
        #expect(!outcome.error.contains("go on, and are not recorded"), "\(outcome.error)")
      }
    }

    @Test(arguments: [nil, "--duration=1s"])
    func `a signal or the time ends the recording of what goes on, and not that`(
      limit: String?
    ) async throws {
      try await ToolFixture.open { fixture in
        let errors = "\(fixture.folder)/errors"
        let outcome = try await fixture.run(
          ["record", "-o", "\(fixture.folder)/t", "--until-all-end"] + (limit.map { [$0] } ?? [])
            + ["--"] + Self.steps(fixture),
          prefix: ["sh", "-c", "exec \"$@\" 2> \(errors)", "sh"]
        ) { hamon in
          guard limit == nil else { return }
          while (try? String(contentsOfFile: errors, encoding: .utf8))?.contains("Ctrl-C ends")
            != true
          {
            try await Task.sleep(for: .milliseconds(10))
          }
          kill(hamon, SIGINT)
        }
        try await fixture.wait(for: "\(fixture.folder)/up")
        try await Self.release(fixture)
        let text = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(outcome.status == 0, "\(text)")
        #expect(text.contains("the command has ended; recording what it has started: traced ("))
        #expect(text.contains("go on, and are not recorded any more: traced ("), "\(text)")
        #expect(!text.contains("record them with"))
        #expect(text.contains("events: 1000 signpost:interval_end\n"), "\(text)")
      }
    }

    @Test func `what emitted nothing is told apart from what could not`() async throws {
      try await ToolFixture.open { fixture in
        let folder = fixture.folder
        let silent = try await fixture.run([
          "record", "-o", "\(folder)/s", "--", fixture.program.path,
        ])
        #expect(silent.error.contains("has such tracepoints, but reached none of them"))
        let other = try await fixture.run(["record", "-o", "\(folder)/o", "--", "true"])
        #expect(
          other.error.contains("; no program that could was seen: true has no such tracepoints, ")
        )
      }
    }
  }
}
