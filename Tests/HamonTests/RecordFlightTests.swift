import Foundation
import Glibc
import Testing

extension RecordTests {
  @Suite struct FlightRecorders {
    @Test func `a command that succeeds leaves no snapshot, unless one was asked for`() async throws
    {
      try await ToolFixture.open { fixture in
        let none = try await fixture.succeed(
          [
            "record", "-o", "\(fixture.folder)/t", "--flight-recorder", "10s", "--",
            fixture.program.path,
            "emit:5",
          ]
        )
        #expect(none.error.contains("snapshot: none, nothing went wrong; --snapshot-at-exit"))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/t"))
        let always = try await fixture.succeed(
          [
            "record", "-o", "\(fixture.folder)/t", "--flight-recorder", "10s", "--snapshot-at-exit",
            "--", fixture.program.path, "emit:5",
          ]
        )
        let snapshot = "\(fixture.folder)/t/snapshot-1"
        #expect(always.error.contains("snapshot: \(snapshot) (at the end): all 0."))
        #expect(always.error.contains("events: 5 signpost:interval_end\n"))
        #expect(!always.error.contains("warning"))
        #expect(try await fixture.count("signpost:interval_end", in: snapshot) == 5)
      }
    }

    @Test(arguments: [("exit:3", 3), ("kill:\(SIGSEGV)", 128 + SIGSEGV)])
    func `a command that fails leaves the last of its events, and their span`(
      step: String,
      status: Int32
    ) async throws {
      try await ToolFixture.open { fixture in
        let outcome = try await fixture.run(
          [
            "record", "-o", "\(fixture.folder)/t", "--flight-recorder", "10m", "--buffers", "2M",
            "--",
            fixture.program.path, "emit:60000", step,
          ]
        )
        #expect(outcome.status == status, "\(outcome.error)")
        let snapshot = "\(fixture.folder)/t/snapshot-1"
        #expect(outcome.error.contains("snapshot: \(snapshot) (at the end): the last 0."))
        #expect(
          outcome.error.contains(
            "warning: snapshot: holds less than the requested 600.0 seconds; "
          )
        )
        #expect(outcome.error.firstMatch(of: /about --buffers \d+[MG],/) != nil)
        let count = try await fixture.count("signpost:interval_end", in: snapshot)
        #expect(count > 1000 && count < 60_000)
        #expect(try await fixture.count(lines: "interval_end: .* id = 60000 ", in: snapshot) == 1)
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/t").count == 1
        )
      }
    }

    @Test func `each SIGUSR1 leaves a numbered snapshot, and the recording goes on`() async throws {
      try await ToolFixture.open { fixture in
        let (ready, trace) = ("\(fixture.folder)/ready", "\(fixture.folder)/t")
        let go = (1...2).map { "\(fixture.folder)/go\($0)" }
        let outcome = try await fixture.run(
          [
            "record", "-o", trace, "--flight-recorder", "1m", "--", fixture.program.path, "emit:5",
            "touch:\(ready)", "await:\(go[0])", "emit:6", "touch:\(ready)2", "await:\(go[1])",
          ]
        ) { tool in
          try await fixture.wait(for: ready)
          kill(tool, SIGUSR1)
          try await fixture.wait(for: "\(trace)/snapshot-1")
          try fixture.touch(go[0])
          try await fixture.wait(for: "\(ready)2")
          kill(tool, SIGUSR1)
          try await fixture.wait(for: "\(trace)/snapshot-2")
          kill(tool, SIGTERM)
        }
        #expect(outcome.status == 128 + SIGTERM)
        #expect(outcome.error.hasPrefix("snapshot: \(trace)/snapshot-1\nsnapshot: \(trace)/snap"))
        #expect(outcome.error.contains("snapshot-3 (at the end): all"))
        for (number, count) in [(1, 5), (2, 11), (3, 11)] {
          let snapshot = "\(trace)/snapshot-\(number)"
          #expect(try await fixture.count("signpost:interval_end", in: snapshot) == count)
        }
      }
    }

    @Test func `what a flight recorder cannot do is refused`() async throws {
      try await ToolFixture.open { fixture in
        for (options, status) in [
          (["--buffers", "1M"], 64), (["--snapshot-at-exit"], 64),
          (["--flight-recorder", "1s", "--lossless"], 64),
          (["--flight-recorder", "1s", "--size-limit", "1G"], 64),
          (["--flight-recorder", "1s", "--buffers", "1k"], 125),
        ] {
          let outcome = try await fixture.run(
            ["record", "-o", "\(fixture.folder)/t"] + options + ["--", "true"]
          )
          #expect(outcome.status == Int32(status))
          #expect(outcome.error.firstMatch(of: /^error: [^:]+: .+; .+\n$/) != nil)
        }
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/t"))
      }
    }
  }
}
