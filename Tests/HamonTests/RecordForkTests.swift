import Foundation
import Glibc
import Testing
import TraceAnalysis

extension RecordTests {
  @Suite struct Forks {
    @Test("processes that fork without exec are recorded each with its own process id")
    func forks() async throws {
      try await Workshop.open { shop in
        let trace = "\(shop.folder)/t"
        let outcome = try await shop.run(
          [
            "record", "-o", trace, "--", shop.program.path, "emit:7", "fork:child", "fork:child",
            "emit:100",
          ]
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.error.contains("discarded events: 0\n"))
        #expect(outcome.error.contains("events: 407 signpost:interval_end\n"))
        // Two children of the first process, and a child of its first child.
        let children = outcome.output.matches(of: /child (\d+)/).compactMap { pid_t($0.1) }
        #expect(Set(children).count == 3)
        var counts = try await shop.counts("signpost:interval_end", in: trace)
        for child in children { #expect(counts.removeValue(forKey: child) == 100) }
        #expect(Array(counts.values) == [107])
      }
    }

    @Test(
      "where LTTng does not know of a fork, the two processes do not end each other's intervals"
    )
    func unknownForks() async throws {
      try await Workshop.open { shop in
        let trace = "\(shop.folder)/t"
        // A script is not linked with LTTng, so nothing tells LTTng of the forks of what it starts.
        let script = "\(shop.program.path) emit:7 fork:child fork:child emit:2000"
        let outcome = try await shop.run(
          ["record", "--lossless", "-o", trace, "--", "sh", "-c", script + "; true"])
        #expect(outcome.status == 0, "\(outcome.error)")
        let report = try await shop.report(of: trace)
        #expect(report.processes.count == 1)
        #expect(report.intervals.map(\.count) == [8007])
        #expect(report.losses.unendedIntervals == 0)
        #expect(report.losses.endsWithoutBegin == [:])
        #expect(report.losses.endsTwice == 0)
      }
    }

    @Test("what was to be loaded first still is, and is loaded once in a recording of a recording")
    func preload() async throws {
      try await Workshop.open { shop in
        let outcome = try await shop.run(
          [
            "record", "-o", "\(shop.folder)/t", "--follow-forks", "--", shop.hamon, "record", "-o",
            "\(shop.folder)/u", "--follow-forks", "--", "sh", "-c",
            "echo $LD_PRELOAD; \(shop.program.path) fork:child emit:3",
          ],
          environment: ["LD_PRELOAD": "libm.so.6"]
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("libm.so.6:liblttng-ust-fork.so.1\n"))
        let counts = try await shop.counts("signpost:interval_end", in: "\(shop.folder)/u")
        #expect(Array(counts.values) == [3, 3])
      }
    }

    @Test(
      "a program that needs to have one thread is not made a traced one",
      .enabled(if: geteuid() == 0, "needs root to change user")
    )
    func singleThread() async throws {
      try await Workshop.open { shop in
        let outcome = try await shop.run(
          [
            "record", "-o", "\(shop.folder)/t", "--", "setpriv", "--reuid=54321", "--regid=54321",
            "--clear-groups", shop.program.path, "emit:3",
          ]
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.error.contains("events: 3 signpost:interval_end\n"))
      }
    }
  }
}
