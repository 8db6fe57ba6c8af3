import Foundation
import Testing

extension RecordTests {
  @Suite struct Refusals {
    @Test("without a command the tool tells its usage and exits with 64")
    func noCommand() async throws {
      try await Workshop.open { shop in
        for arguments in [
          ["record"], ["record", "--"], ["record", "-o", "\(shop.folder)/t", "--"],
        ] {
          let outcome = try await shop.run(arguments)
          #expect(outcome.status == 64)
          #expect(outcome.error.hasPrefix("error: record: no command to record; "))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(shop.folder)/t"))
      }
    }

    @Test(
      "a command that cannot be started leaves nothing behind",
      arguments: [
        ("no-such-program", 127, "command not found"), ("/etc/passwd", 126, "Permission denied"),
        ("/tmp", 126, "Is a directory"),
      ]
    )
    func noProgram(command: String, status: Int32, reason: String) async throws {
      try await Workshop.open { shop in
        let outcome = try await shop.run(
          ["record", "-o", "\(shop.folder)/a/t", "--", command])
        #expect(outcome.status == status)
        #expect(outcome.error.hasPrefix("error: \(command): "))
        #expect(outcome.error.contains(reason))
        #expect(!FileManager.default.fileExists(atPath: "\(shop.folder)/a"))
      }
    }

    @Test("a program whose interpreter is missing leaves nothing behind")
    func noInterpreter() async throws {
      try await Workshop.open { shop in
        let script = "\(shop.folder)/script"
        try ExecutableFile.write("#!/no/such/interpreter\n", to: script)
        let outcome = try await shop.run(["record", "-o", "\(shop.folder)/a/t", "--", script])
        #expect(outcome.status == 126)
        #expect(outcome.error.contains("No such file or directory"))
        #expect(!FileManager.default.fileExists(atPath: "\(shop.folder)/a"))
      }
    }

    @Test("a directory that is not empty is refused, an empty one is taken")
    func directory() async throws {
      try await Workshop.open { shop in
        let trace = "\(shop.folder)/t"
        try FileManager.default.createDirectory(atPath: trace, withIntermediateDirectories: true)
        let first = try await shop.run(["record", "-o", trace, "--", shop.program.path, "emit:3"])
        #expect(first.status == 0)
        let second = try await shop.run(["record", "-o", trace, "--", shop.program.path, "emit:4"])
        #expect(second.status == 125)
        #expect(second.error.hasPrefix("error: \(trace): is not empty; "))
        #expect(try await shop.count("signpost:interval_end", in: trace) == 3)
      }
    }

    @Test("a pattern that LTTng cannot take is refused before anything is started")
    func pattern() async throws {
      try await Workshop.open { shop in
        for pattern in ["", "a b", "k\u{e4}t:*"] {
          let outcome = try await shop.run(
            ["record", "-o", "\(shop.folder)/t", "--event", pattern, "--", "true"])
          #expect(outcome.status == 125)
          #expect(outcome.error.hasPrefix("error: event pattern"))
        }
      }
    }

    @Test("without LTTng on PATH the tool names the package")
    func noLTTng() async throws {
      try await Workshop.open { shop in
        let outcome = try await shop.run(
          ["record", "-o", "\(shop.folder)/t", "--", "/bin/true"],
          prefix: ["env", "PATH=/none"]
        )
        #expect(outcome.status == 125)
        #expect(outcome.error.hasPrefix("error: lttng: not found on PATH; "))
        #expect(!FileManager.default.fileExists(atPath: "\(shop.folder)/t"))
      }
    }
  }
}
