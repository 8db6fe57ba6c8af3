import Foundation
import Glibc
import Testing

extension RecordTests {
  @Suite struct Signals {
    /// Records a program that has emitted and waits, while something happens to the tool.
    private func interrupted(
      _ shop: Workshop,
      command: [String]? = nil,
      options: [String] = [],
      by body: @escaping @Sendable (pid_t) async throws -> Void
    ) async throws -> Workshop.Outcome {
      let ready = "\(shop.folder)/ready"
      return try await shop.run(
        ["record", "-o", "\(shop.folder)/t"] + options + ["--"]
          + (command ?? [
            shop.program.path, "emit:50", "touch:\(ready)", "await:\(shop.folder)/go",
          ])
      ) { tool in
        try await shop.wait(for: ready)
        try await body(tool)
      }
    }

    @Test("Ctrl-C at the terminal ends the command once, and the trace is kept")
    func interrupt() async throws {
      try await Workshop.open { shop in
        // script(1) makes a terminal; what it reads is typed on it.
        let command =
          "exec \(shop.hamon) record -o \(shop.folder)/t -- sh -c 'test -t 0 && test -t 1 && echo "
          + "terminal; trap \"echo interrupted\" INT; \(shop.program.path) emit:50 "
          + "touch:\(shop.folder)/ready await:\(shop.folder)/go; echo after; exit 5'"
        let script = """
          ( until [ -e \(shop.folder)/ready ]; do sleep 0.05; done; printf '\\003'; sleep 1 ) |
          script -qec "$1" /dev/null
          """
        let outcome = try await shop.run([], prefix: ["bash", "-c", script, "bash", command])
        #expect(outcome.status == 5, "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("terminal\r\n"))
        #expect(outcome.output.components(separatedBy: "interrupted\r\n").count == 2)
        #expect(outcome.output.contains("after\r\n"))
        #expect(outcome.output.contains("events: 50 signpost:interval_end"))
      }
    }

    @Test("SIGINT to the whole process group ends the command only")
    func groupInterrupt() async throws {
      try await Workshop.open { shop in
        let outcome = try await interrupted(shop) { tool in kill(-tool, SIGINT) }
        #expect(outcome.status == 128 + SIGINT)
        #expect(outcome.error.contains("events: 50 signpost:interval_end\n"))
      }
    }

    @Test("a signal to the tool goes to the command", arguments: [SIGTERM, SIGHUP, SIGINT])
    func forwarded(_ signal: Int32) async throws {
      try await Workshop.open { shop in
        let outcome = try await interrupted(shop) { tool in kill(tool, signal) }
        #expect(outcome.status == 128 + signal)
        #expect(outcome.error.contains("events: 50 signpost:interval_end\n"))
      }
    }

    @Test("a signal before the command is started leaves nothing behind, or ends the command")
    func early() async throws {
      try await Workshop.open { shop in
        let outcome = try await shop.run(
          ["record", "-o", "\(shop.folder)/t", "--", shop.program.path, "await:/none"]
        ) { tool in
          while shop.processes(below: tool).isEmpty { try await Task.sleep(for: .milliseconds(1)) }
          kill(tool, SIGTERM)
        }
        #expect(outcome.status == 128 + SIGTERM)
        #expect(
          outcome.error.contains("nothing was recorded") == false
            || !FileManager.default.fileExists(atPath: "\(shop.folder)/t")
        )
      }
    }

    @Test(
      "a daemon that is killed is told of, and what was written stays",
      arguments: [[], ["--lossless"]]
    )
    func daemonKilled(_ options: [String]) async throws {
      try await Workshop.open { shop in
        let trace = "\(shop.folder)/t"
        let outcome = try await interrupted(shop, options: options) { tool in
          let daemons = shop.processes(below: tool).filter { $0.name == "lttng-sessiond" }
          #expect(!daemons.isEmpty)
          for daemon in daemons { kill(daemon.id, SIGKILL) }
          try shop.touch("\(shop.folder)/go")
        }
        #expect(outcome.status == 125)
        #expect(outcome.error.contains("error: lttng-sessiond: ended while "))
        #expect(try await shop.count("signpost:interval_end", in: trace) == 50)
      }
    }

    @Test(
      "a consumer that is killed is told of, and a command that waits for it is ended",
      arguments: [false, true]
    )
    func consumerKilled(isLossless: Bool) async throws {
      try await Workshop.open { shop in
        let ready = "\(shop.folder)/ready"
        // More events than the buffers hold: nobody empties them.
        let command = [
          shop.program.path, "emit:1", "touch:\(ready)", "await:\(shop.folder)/go", "emit:600000",
        ]
        let outcome = try await interrupted(
          shop,
          command: command,
          options: isLossless ? ["--lossless"] : []
        ) { tool in
          let consumers = shop.processes(below: tool).filter { $0.name == "lttng-consumerd" }
          #expect(!consumers.isEmpty)
          for consumer in consumers { kill(consumer.id, SIGKILL) }
          try shop.touch("\(shop.folder)/go")
        }
        #expect(outcome.status != 0)
        #expect(outcome.error.contains("error: lttng-consumerd: ended while "), "\(outcome.error)")
      }
    }

    @Test("the daemon does not outlive a tool that is killed")
    func toolKilled() async throws {
      try await Workshop.open { shop in
        let outcome = try await interrupted(shop) { tool in kill(tool, SIGKILL) }
        #expect(outcome.status == 128 + SIGKILL)
        try shop.touch("\(shop.folder)/go")
        for _ in 0..<1000 where shop.leftovers().contains(where: { $0.hasPrefix("process") }) {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(shop.leftovers().filter { $0.hasPrefix("process") } == [])
        // Its temporary directory remains until the next recording, and the trace for `recover`.
        let next = try await shop.run(["record", "-o", "\(shop.folder)/u", "--", "true"])
        #expect(next.status == 0)
        #expect(next.error.hasPrefix("warning: \(shop.folder)/t: its recording was killed before"))
        #expect(shop.leftovers().filter { !$0.hasPrefix("buffers") } == [])
        let recovered = try await shop.run(["recover", "\(shop.folder)/t"])
        #expect(recovered.status == 0, "\(recovered.error)")
        #expect(recovered.error.contains("events: 50 signpost:interval_end\n"))
        #expect(try await shop.count("signpost:interval_end", in: "\(shop.folder)/t") == 50)
      }
    }
  }
}
