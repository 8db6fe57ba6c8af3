import Foundation
import Glibc
import Testing

extension RecordTests {
  @Suite struct Signals {
    /// Records a program that has emitted and waits, while something happens to the tool.
    private func interrupted(
      _ fixture: ToolFixture,
      command: [String]? = nil,
      options: [String] = [],
      by body: @escaping @Sendable (pid_t) async throws -> Void
    ) async throws -> ToolFixture.Outcome {
      let ready = "\(fixture.folder)/ready"
      return try await fixture.run(
        ["record", "-o", "\(fixture.folder)/t"] + options + ["--"]
          + (command ?? [
            fixture.program.path, "emit:50", "touch:\(ready)", "await:\(fixture.folder)/go",
          ])
      ) { tool in
        try await fixture.wait(for: ready)
        try await body(tool)
      }
    }

    @Test func `Ctrl-C at the terminal ends the command once, and the trace is kept`() async throws
    {
      try await ToolFixture.open { fixture in
        // script(1) makes a terminal; what it reads is typed on it.
        let command =
          "exec \(fixture.hamon) record -o \(fixture.folder)/t -- sh -c 'test -t 0 && test -t 1 && echo "
          + "terminal; trap \"echo interrupted\" INT; \(fixture.program.path) emit:50 "
          + "touch:\(fixture.folder)/ready await:\(fixture.folder)/go; echo after; exit 5'"
        let script = """
          ( until [ -e \(fixture.folder)/ready ]; do sleep 0.05; done; printf '\\003'; sleep 1 ) |
          script -qec "$1" /dev/null
          """
        let outcome = try await fixture.run([], prefix: ["bash", "-c", script, "bash", command])
        #expect(outcome.status == 5, "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("terminal\r\n"))
        #expect(outcome.output.components(separatedBy: "interrupted\r\n").count == 2)
        #expect(outcome.output.contains("after\r\n"))
        #expect(outcome.output.contains("events: 50 signpost:interval_end"))
      }
    }

    @Test func `SIGINT to the whole process group ends the command only`() async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await interrupted(fixture) { tool in kill(-tool, SIGINT) }
        #expect(outcome.status == 128 + SIGINT)
        #expect(outcome.error.contains("events: 50 signpost:interval_end\n"))
      }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `a signal to the tool goes to the command`(_ signal: Int32) async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await interrupted(fixture) { tool in kill(tool, signal) }
        #expect(outcome.status == 128 + signal)
        #expect(outcome.error.contains("events: 50 signpost:interval_end\n"))
      }
    }

    @Test func `a signal before the command is started leaves nothing behind, or ends the command`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.run(
          ["record", "-o", "\(fixture.folder)/t", "--", fixture.program.path, "await:/none"]
        ) { tool in
          while fixture.processes(below: tool).isEmpty {
            try await Task.sleep(for: .milliseconds(1))
          }
          kill(tool, SIGTERM)
        }
        #expect(outcome.status == 128 + SIGTERM)
        #expect(
          outcome.error.contains("nothing was recorded") == false
            || !FileManager.default.fileExists(atPath: "\(fixture.folder)/t")
        )
      }
    }

    @Test(arguments: [[], ["--lossless"]])
    func `a daemon that is killed is told of, and what was written stays`(
      _ options: [String]
    ) async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let outcome = try await interrupted(fixture, options: options) { tool in
          let daemons = fixture.processes(below: tool).filter { $0.name == "lttng-sessiond" }
          #expect(!daemons.isEmpty)
          for daemon in daemons { kill(daemon.id, SIGKILL) }
          try fixture.touch("\(fixture.folder)/go")
        }
        #expect(outcome.status == 125)
        #expect(outcome.error.contains("error: lttng-sessiond: ended while "))
        #expect(try await fixture.count("signpost:interval_end", in: trace) == 50)
      }
    }

    @Test(arguments: [false, true])
    func `a consumer that is killed is told of, and a command that waits for it is ended`(
      isLossless: Bool
    ) async throws {
      try await ToolFixture.open { fixture in
        let ready = "\(fixture.folder)/ready"
        // More events than the buffers hold: nobody empties them.
        let command = [
          fixture.program.path, "emit:1", "touch:\(ready)", "await:\(fixture.folder)/go",
          "emit:600000",
        ]
        let outcome = try await interrupted(
          fixture,
          command: command,
          options: isLossless ? ["--lossless"] : []
        ) { tool in
          let consumers = fixture.processes(below: tool).filter { $0.name == "lttng-consumerd" }
          #expect(!consumers.isEmpty)
          for consumer in consumers { kill(consumer.id, SIGKILL) }
          try fixture.touch("\(fixture.folder)/go")
        }
        #expect(outcome.status != 0)
        #expect(outcome.error.contains("error: lttng-consumerd: ended while "), "\(outcome.error)")
        // That is the reason, and not that nothing was emitted.
        #expect(!outcome.error.contains("no program emitted"), "\(outcome.error)")
      }
    }

    @Test func `the daemon does not outlive a tool that is killed`() async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await interrupted(fixture) { tool in kill(tool, SIGKILL) }
        #expect(outcome.status == 128 + SIGKILL)
        try fixture.touch("\(fixture.folder)/go")
        for _ in 0..<1000 where fixture.leftovers().contains(where: { $0.hasPrefix("process") }) {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(fixture.leftovers().filter { $0.hasPrefix("process") } == [])
        // Its temporary directory remains until the next recording, and the trace for `recover`.
        let next = try await fixture.run(["record", "-o", "\(fixture.folder)/u", "--", "true"])
        #expect(next.status == 0)
        #expect(
          next.error.hasPrefix("warning: \(fixture.folder)/t: its recording was killed before")
        )
        #expect(fixture.leftovers().filter { !$0.hasPrefix("buffers") } == [])
        let recovered = try await fixture.succeed(["recover", "\(fixture.folder)/t"])
        #expect(recovered.error.contains("events: 50 signpost:interval_end\n"))
        #expect(try await fixture.count("signpost:interval_end", in: "\(fixture.folder)/t") == 50)
      }
    }
  }
}
