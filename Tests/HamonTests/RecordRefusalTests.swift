import Foundation
import Testing

extension RecordTests {
  @Suite struct Refusals {
    @Test func `without a command the tool tells its usage and exits with 64`() async throws {
      try await ToolFixture.open { fixture in
        for arguments in [
          ["record"], ["record", "--"], ["record", "-o", "\(fixture.folder)/t", "--"],
        ] {
          let outcome = try await fixture.run(arguments)
          #expect(outcome.status == 64)
          #expect(outcome.error.hasPrefix("error: record: no command to record; "))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/t"))
      }
    }

    @Test(arguments: [
      ("no-such-program", 127, "command not found"), ("/etc/passwd", 126, "Permission denied"),
      ("/tmp", 126, "Is a directory"),
    ])
    func `a command that cannot be started leaves nothing behind`(
      command: String,
      status: Int32,
      reason: String
    ) async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.run(
          ["record", "-o", "\(fixture.folder)/a/t", "--", command])
        #expect(outcome.status == status)
        #expect(outcome.error.hasPrefix("error: \(command): "))
        #expect(outcome.error.contains(reason))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/a"))
      }
    }

    @Test func `a program whose interpreter is missing leaves nothing behind`() async throws {
      try await ToolFixture.open { fixture in
        let script = "\(fixture.folder)/script"
        try ExecutableFile.write("#!/no/such/interpreter\n", to: script)
        let outcome = try await fixture.run(["record", "-o", "\(fixture.folder)/a/t", "--", script])
        #expect(outcome.status == 126)
        #expect(outcome.error.contains("No such file or directory"))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/a"))
      }
    }

    @Test func `a directory that is not empty is refused, an empty one is taken`() async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        try FileManager.default.createDirectory(atPath: trace, withIntermediateDirectories: true)
        let first = try await fixture.run([
          "record", "-o", trace, "--", fixture.program.path, "emit:3",
        ])
        #expect(first.status == 0)
        let second = try await fixture.run([
          "record", "-o", trace, "--", fixture.program.path, "emit:4",
        ])
        #expect(second.status == 125)
        #expect(second.error.hasPrefix("error: \(trace): is not empty; "))
        #expect(try await fixture.count("signpost:interval_end", in: trace) == 3)
      }
    }

    @Test func `a pattern that LTTng cannot take is refused before anything is started`()
      async throws
    {
      try await ToolFixture.open { fixture in
        for pattern in ["", "a b", "k\u{e4}t:*"] {
          let outcome = try await fixture.run(
            ["record", "-o", "\(fixture.folder)/t", "--event", pattern, "--", "true"])
          #expect(outcome.status == 125)
          #expect(outcome.error.hasPrefix("error: event pattern"))
        }
      }
    }

    @Test func `without LTTng on PATH the tool names the package`() async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.run(
          ["record", "-o", "\(fixture.folder)/t", "--", "/bin/true"],
          prefix: ["env", "PATH=/none"]
        )
        #expect(outcome.status == 125)
        #expect(outcome.error.hasPrefix("error: lttng: not found on PATH; "))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/t"))
      }
    }
  }
}
