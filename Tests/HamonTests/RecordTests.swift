import CommandRunning
import Foundation
import Glibc
import Testing

/// The tool against the real LTTng, one test after the other: a recording uses both cores.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct RecordTests {
  @Test func `each event is recorded and counted, and the trace is where it was asked for`()
    async throws
  {
    try await ToolFixture.open { fixture in
      let trace = "\(fixture.folder)/a b/ünï,code"
      let outcome = try await fixture.succeed(
        ["record", "-o", trace, "--", fixture.program.path, "emit:1000", "print:hello"])
      #expect(outcome.output == "hello\n")
      #expect(outcome.error.contains("trace: \(trace)\n"))
      #expect(outcome.error.contains("discarded events: 0\n"))
      #expect(outcome.error.contains("events: 1000 signpost:interval_begin\n"))
      #expect(outcome.error.contains("events: 1000 signpost:interval_end\n"))
      #expect(try await fixture.count("signpost:interval_begin", in: trace) == 1000)
      #expect(try await fixture.count("signpost:interval_end", in: trace) == 1000)
      #expect(try await fixture.count("signpost:thread_cpu_time", in: trace) == 0)
    }
  }

  @Test func `the CPU clock and chosen events are recorded when they are asked for`() async throws {
    try await ToolFixture.open { fixture in
      let clock = "\(fixture.folder)/clock"
      _ = try await fixture.run(
        ["record", "-o", clock, "--cpu-time", "--", fixture.program.path, "emit:7"])
      #expect(try await fixture.count("signpost:thread_cpu_time", in: clock) == 7)
      let ends = "\(fixture.folder)/ends"
      let outcome = try await fixture.run(
        ["record", "-o", ends, "--event", "signpost:*_end", "--", fixture.program.path, "emit:7"])
      #expect(try await fixture.count("signpost:interval_end", in: ends) == 7)
      #expect(!outcome.error.contains("interval_begin"))
    }
  }

  @Test(arguments: [0, 7, 255])
  func `the command's status is the tool's`(_ status: Int32) async throws {
    try await ToolFixture.open { fixture in
      let outcome = try await fixture.run(
        [
          "record", "-o", "\(fixture.folder)/t", "--", fixture.program.path, "emit:1",
          "exit:\(status)",
        ])
      #expect(outcome.status == status)
    }
  }

  @Test(arguments: [SIGKILL, SIGSEGV])
  func `a command killed by a signal keeps its trace`(_ signal: Int32) async throws {
    try await ToolFixture.open { fixture in
      let trace = "\(fixture.folder)/t"
      let outcome = try await fixture.run(
        ["record", "-o", trace, "--", fixture.program.path, "emit:50", "kill:\(signal)"])
      #expect(outcome.status == 128 + signal)
      #expect(outcome.error.contains("command: killed by signal \(signal)"))
      #expect(try await fixture.count("signpost:interval_end", in: trace) == 50)
    }
  }

  @Test func `the default directory is named after the time, and each recording has its own`()
    async throws
  {
    try await ToolFixture.open { fixture in
      let run = "cd \(fixture.folder) && for i in 1 2; do \(fixture.hamon) record -- true; done"
      let outcome = try await fixture.run([], prefix: ["sh", "-c", run])
      #expect(outcome.status == 0)
      let traces = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        .filter { $0.wholeMatch(of: /trace-\d{8}-\d{6}(-\d+)?/) != nil }
      #expect(traces.count == 2)
      #expect(outcome.error.contains("no program emitted any of the events"))
    }
  }

  @Test func `the command keeps descriptors, ignored signals, directory and process group`()
    async throws
  {
    try await ToolFixture.open { fixture in
      let script = """
        cd \(fixture.folder); exec 7>seven; trap '' HUP
        exec \(fixture.hamon) record -o t -- sh -c 'echo through >&7; pwd; kill -HUP $$; echo alive; \
        test $(ps -o pgid= -p $$) = $(ps -o pgid= -p $PPID) && echo same group'
        """
      let outcome = try await fixture.run([], prefix: ["sh", "-c", script])
      #expect(outcome.output == "\(fixture.folder)\nalive\nsame group\n")
      #expect(try String(contentsOfFile: "\(fixture.folder)/seven", encoding: .utf8) == "through\n")
    }
  }

  @Test func `events that found no room are counted, warned of and add up`() async throws {
    try await ToolFixture.open { fixture in
      let (ready, go) = ("\(fixture.folder)/ready", "\(fixture.folder)/go")
      let (full, end) = ("\(fixture.folder)/full", "\(fixture.folder)/end")
      let intervals = 400_000
      let trace = "\(fixture.folder)/t"
      let outcome = try await fixture.run(
        [
          "record", "-o", trace, "--", fixture.program.path, "emit:1", "touch:\(ready)",
          "await:\(go)",
          "emit:\(intervals)", "touch:\(full)", "await:\(end)",
        ]
      ) { tool in
        try await fixture.wait(for: ready)
        let consumers = fixture.processes(below: tool).filter { $0.name == "lttng-consumerd" }
        #expect(!consumers.isEmpty)
        for consumer in consumers { kill(consumer.id, SIGSTOP) }
        try fixture.touch(go)
        try await fixture.wait(for: full)
        for consumer in consumers { kill(consumer.id, SIGCONT) }
        try fixture.touch(end)
      }
      #expect(outcome.status == 0, "\(outcome.error)")
      let lost = try #require(outcome.error.firstMatch(of: /discarded events: (\d+)/)?.1)
      let recorded = outcome.error.matches(of: /events: (\d+) signpost:interval_/)
        .compactMap { Int($0.1) }.reduce(0, +)
      #expect(Int(lost).map { $0 > 0 } == true)
      // The two marks around the texts that the program tells at its end may find no room either.
      // babeltrace2 warns of what was lost.
      let search = "babeltrace2 \"$0\" 2> /dev/null | grep -c ' signpost:text: ' || true"
      let found = try await Command("sh", ["-c", search, trace]).run().output
      let marks = try #require(Int(found.prefix { $0.isNumber }))
      #expect(Int(lost).map { $0 + recorded + marks } == 2 * (intervals + 1) + 2)
      #expect(outcome.error.contains("--lossless"))
    }
  }

  @Test func `a lossless recording loses nothing where the other would`() async throws {
    try await ToolFixture.open { fixture in
      let (ready, go) = ("\(fixture.folder)/ready", "\(fixture.folder)/go")
      let intervals = 400_000
      let outcome = try await fixture.run(
        [
          "record", "--lossless", "-o", "\(fixture.folder)/t", "--", fixture.program.path, "emit:1",
          "touch:\(ready)", "await:\(go)", "emit:\(intervals)",
        ]
      ) { tool in
        try await fixture.wait(for: ready)
        let consumers = fixture.processes(below: tool).filter { $0.name == "lttng-consumerd" }
        for consumer in consumers { kill(consumer.id, SIGSTOP) }
        try fixture.touch(go)
        // Long enough to fill the buffers; the result does not depend on it.
        try await Task.sleep(for: .milliseconds(500))
        for consumer in consumers { kill(consumer.id, SIGCONT) }
      }
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.error.contains("discarded events: 0\n"))
      #expect(outcome.error.contains("events: \(intervals + 1) signpost:interval_end\n"))
    }
  }
}
