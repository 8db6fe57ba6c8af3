import Foundation
import Glibc
import Testing
import TraceAnalysis

extension RecordTests {
  @Suite struct Forks {
    @Test func `processes that fork without exec are recorded each with its own process id`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.succeed(
          [
            "record", "-o", trace, "--", fixture.program.path, "emit:7", "fork:child", "fork:child",
            "emit:100",
          ]
        )
        #expect(outcome.error.contains("discarded events: 0\n"))
        #expect(outcome.error.contains("events: 407 signpost:interval_end\n"))
        // Two children of the first process, and a child of its first child.
        let children = outcome.output.matches(of: /child (\d+)/).compactMap { pid_t($0.1) }
        #expect(Set(children).count == 3)
        var counts = try await fixture.counts("signpost:interval_end", in: trace)
        for child in children { #expect(counts.removeValue(forKey: child) == 100) }
        #expect(Array(counts.values) == [107])
      }
    }

    @Test(
      arguments: [
        ("from", []), ("range", []), ("own", []), ("each", []), ("from", ["--concurrency"]),
        ("range", ["--samples", "--engine=timers"]),
      ] as [(String, [String])]
    )
    func `a program that closes all descriptors goes on, and is recorded to its end`(
      how: String,
      options: [String]
    ) async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.succeed(
          ["record", "-o", trace] + options + [
            "--", fixture.program.path, "emit:10", "close:\(how)", "emit:5", "fork:child",
            "close:\(how)",
            "emit:2", "print:end",
          ]
        )
        #expect(outcome.output.matches(of: /end/).count == 2)
        let counts = try await fixture.counts("signpost:interval_end", in: trace)
        #expect(counts.values.sorted() == [2, 17], "\(outcome.error)")
      }
    }

    @Test func `a daemon behind a script closes all descriptors`() async throws {
      try await ToolFixture.open { fixture in
        let (trace, file) = ("\(fixture.folder)/t", "\(fixture.folder)/id")
        let program = fixture.program.path
        let script =
          "\(program) emit:3 daemon:\(file) close:from emit:4 touch:\(file).end & wait; "
          + "while kill -0 $(cat \(file)); do sleep 0.02; done"
        let outcome = try await fixture.succeed(
          ["record", "-o", trace, "--follow-forks", "--", "sh", "-c", script])
        #expect(FileManager.default.fileExists(atPath: "\(file).end"))
        #expect(outcome.error.contains("events: 7 signpost:interval_end\n"), "\(outcome.error)")
      }
    }

    @Test
    func
      `Where LTTng does not know of a fork, the two processes do not end each other's intervals`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        // A script is not linked with LTTng, so nothing tells LTTng of the forks of what it starts.
        let script = "\(fixture.program.path) emit:7 fork:child fork:child emit:2000"
        try await fixture.succeed(
          ["record", "--lossless", "-o", trace, "--", "sh", "-c", script + "; true"])
        let report = try await fixture.report(of: trace)
        #expect(report.processes.count == 1)
        #expect(report.intervals.map(\.count) == [8007])
        #expect(report.losses.unendedIntervals == 0)
        #expect(report.losses.endsWithoutBegin == [:])
        #expect(report.losses.endsTwice == 0)
      }
    }

    @Test
    func `what was to be loaded first still is, and is loaded once in a recording of a recording`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.succeed(
          [
            "record", "-o", "\(fixture.folder)/t", "--follow-forks", "--", fixture.hamon, "record",
            "-o",
            "\(fixture.folder)/u", "--follow-forks", "--", "sh", "-c",
            "echo $LD_PRELOAD; \(fixture.program.path) fork:child emit:3",
          ],
          environment: ["LD_PRELOAD": "libm.so.6"]
        )
        let own = Built.program("libhamon-descriptors.so")
        #expect(
          outcome.output.hasPrefix(
            "libm.so.6:liblttng-ust-fork.so.1:liblttng-ust-fd.so.1:\(own)\n"
          ),
          "\(outcome.output)"
        )
        let counts = try await fixture.counts("signpost:interval_end", in: "\(fixture.folder)/u")
        #expect(Array(counts.values) == [3, 3])
      }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to change user"))
    func `a program that needs to have one thread is not made a traced one`() async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.succeed(
          [
            "record", "-o", "\(fixture.folder)/t", "--", "setpriv", "--reuid=54321",
            "--regid=54321",
            "--clear-groups", fixture.program.path, "emit:3",
          ]
        )
        #expect(outcome.error.contains("events: 3 signpost:interval_end\n"))
      }
    }
  }
}
