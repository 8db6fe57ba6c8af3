import Foundation
import Glibc
import Testing

/// Limits of a process below which the tool would hang or crash.
@Suite struct ProcessLimitTests {
  private static let commands = [
    "record -o t -- true", "record -o t --pid 1", "live 127.0.0.1", "report t", "bench",
    "gate --base HEAD",
    "doctor", "recover t",
  ]

  private func run(
    _ limit: String,
    _ command: String,
    _ fixture: ToolFixture
  ) async throws -> ToolFixture.Outcome {
    try await fixture.run(
      [],
      prefix: [
        "bash", "-c",
        "cd \(fixture.folder) && ulimit \(limit) && exec timeout 30 \(fixture.hamon) \(command)",
      ]
    )
  }

  @Test(arguments: ["-n 8", "-n 16", "-n 63", "-v 400000", "-Sn 16"])
  func `a limit that is too low is an error at once, with its name and the remedy`(
    limit: String
  ) async throws {
    try await ToolFixture.open { fixture in
      for command in Self.commands {
        let outcome = try await run(limit, command, fixture)
        let words = command.split(separator: " ")
        let status: Int32 =
          ["record", "recover", "live"].contains(words[0]) ? 125 : words[0] == "gate" ? 3 : 1
        #expect(outcome.status == status, "\(limit) \(command): \(outcome.error)")
        let option = limit.hasPrefix("-v") ? "-v" : "-n"
        let name = option == "-v" ? "address space" : "open files"
        #expect(outcome.error.hasPrefix("error: \(name) (ulimit \(option)): the limit of "))
        #expect(outcome.error.contains("; raise it: ulimit \(option) "), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
      }
    }
  }

  @Test(arguments: [
    ("-n 70", "open files (ulimit -n)"), ("-f 64", "file size (ulimit -f)"),
    ("-f 4096", "file size (ulimit -f)"),
  ])
  func `what the recorder's daemons and buffers need is asked for as well`(
    limit: String,
    name: String
  ) async throws {
    try await ToolFixture.open { fixture in
      let outcome = try await run(limit, "record -o t -- \(fixture.program.path) emit:3", fixture)
      #expect(outcome.status == 125)
      #expect(outcome.error.hasPrefix("error: \(name): the limit of "), "\(outcome.error)")
      #expect(outcome.error.contains("; raise it: ulimit "))
    }
  }

  @Test func `limits that suffice are not spoken of`() async throws {
    try await ToolFixture.open { fixture in
      let outcome = try await run(
        "-n 200 -v 4000000 -f 100000",
        "record -o t -- \(fixture.program.path) emit:3",
        fixture
      )
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.error.contains("events: 3 signpost:interval_end\n"), "\(outcome.error)")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to change user"))
  func `too few processes for the user are an error at once`() async throws {
    try await ToolFixture.open { fixture in
      let outcome = try await fixture.run(
        [],
        prefix: [
          "setpriv", "--reuid=54323", "--regid=54323", "--clear-groups", "env", "HOME=/nonexistent",
          "bash", "-c",
          "ulimit -u 20 && exec \(fixture.hamon) record -o \(fixture.folder)/t -- true",
        ]
      )
      #expect(outcome.status == 125, "\(outcome.error)")
      #expect(outcome.error.hasPrefix("error: processes (ulimit -u): the limit of 20 is too low"))
    }
  }
}
