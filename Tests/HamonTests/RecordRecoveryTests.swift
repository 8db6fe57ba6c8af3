import Foundation
import Glibc
import SeededRandom
import Testing

extension RecordTests {
  @Suite(.enabled(if: TestTier.isCheck, "make check runs it")) struct Recovery {
    /// Kills the tool and both daemons at once while a program waits that has emitted.
    private func kill(
      _ fixture: ToolFixture,
      options: [String] = [],
      intervals: Int,
      beside body: @escaping @Sendable () async throws -> Void = {}
    ) async throws {
      let (ready, go) = ("\(fixture.folder)/ready", "\(fixture.folder)/go")
      let outcome = try await fixture.run(
        [
          "record", "-o", "\(fixture.folder)/t",
        ] + options + [
          "--", fixture.program.path, "emit:\(intervals)", "touch:\(ready)", "await:\(go)",
        ]
      ) { tool in
        try await fixture.wait(for: ready)
        try await body()
        let daemons = fixture.processes(below: tool).filter { $0.name.hasPrefix("lttng-") }
        #expect(daemons.contains { $0.name == "lttng-consumerd" })
        // Stopped first, so that none sees another's end.
        let processes = [tool] + daemons.map(\.id)
        for process in processes { Glibc.kill(process, SIGSTOP) }
        for process in processes { Glibc.kill(process, SIGKILL) }
        try fixture.touch(go)
      }
      #expect(outcome.status == 128 + SIGKILL)
    }

    private func waitForProcesses(_ fixture: ToolFixture) async throws {
      for _ in 0..<2000 {
        guard fixture.leftovers().contains(where: { $0.hasPrefix("process") }) else { return }
        try await Task.sleep(for: .milliseconds(10))
      }
    }

    @Test(arguments: [
      (10, []), (100_000, ["--lossless"]), (60_000, ["--size-limit", "3M", "--lossless"]),
    ])
    func `every event is recovered when recorder and daemons are killed at once`(
      intervals: Int,
      options: [String]
    ) async throws {
      try await ToolFixture.open { fixture in
        try await kill(fixture, options: options, intervals: intervals)
        let trace = "\(fixture.folder)/t"
        let again = try await fixture.run(["record", "-o", trace, "--", "true"])
        #expect(again.status == 125)
        #expect(again.error.contains("or run hamon recover"))
        let outcome = try await fixture.succeed(["recover", trace])
        #expect(outcome.error.contains("trace: \(trace)\nrecovered: "))
        let count = try await fixture.count("signpost:interval_end", in: trace)
        if options.contains("--size-limit") {
          #expect(count > 10_000 && count < intervals)
        } else {
          #expect(count == intervals)
          #expect(try await fixture.count("signpost:interval_begin", in: trace) == intervals)
        }
        #expect(
          try await fixture.count(lines: "interval_end: .* id = \(intervals) ", in: trace) == 1
        )
        #expect(outcome.error.contains("events: \(count) signpost:interval_end\n"))
        let second = try await fixture.run(["recover", trace])
        #expect(second.status == 0)
        #expect(second.error.hasPrefix("\(trace): nothing to recover"))
        try await waitForProcesses(fixture)
      }
    }

    @Test func `what a killed flight recorder held becomes a snapshot`() async throws {
      try await ToolFixture.open { fixture in
        try await kill(fixture, options: ["--flight-recorder", "1m"], intervals: 20)
        try await fixture.succeed(["recover", "\(fixture.folder)/t"])
        let snapshot = "\(fixture.folder)/t/snapshot-1"
        #expect(try await fixture.count("signpost:interval_end", in: snapshot) == 20)
        try await waitForProcesses(fixture)
      }
    }

    @Test func `a recording that runs is not recovered`() async throws {
      try await ToolFixture.open { fixture in
        let (ready, go) = ("\(fixture.folder)/ready", "\(fixture.folder)/go")
        let outcome = try await fixture.run(
          [
            "record", "-o", "\(fixture.folder)/t", "--", fixture.program.path, "emit:20",
            "touch:\(ready)", "await:\(go)",
          ]
        ) { _ in
          try await fixture.wait(for: ready)
          let recovery = try await fixture.run(["recover", "\(fixture.folder)/t"])
          #expect(recovery.status == 125)
          #expect(recovery.error.contains("is still being recorded, by process "))
          try fixture.touch(go)
        }
        #expect(outcome.status == 0)
        #expect(outcome.error.contains("events: 20 signpost:interval_end\n"))
        let missing = try await fixture.run(["recover", "\(fixture.folder)/none"])
        #expect(missing.status == 125)
        #expect(missing.error.contains("cannot be opened: No such file or directory"))
      }
    }
  }
}
