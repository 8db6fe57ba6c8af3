import Foundation
import Glibc
import Testing

extension RecordTests {
  @Suite struct RunningProcesses {
    /// Functions for scripts: two traced programs `$a` and `$b`, and the tool `$tool` on the first.
    private static func functions(_ fixture: ToolFixture) -> String {
      """
      cd \(fixture.folder); export HOME=\(fixture.folder)
      until_true() { n=0; until "$@"; do n=$((n+1)); [ $n -lt 1000 ] || exit 98; sleep 0.02; done; }
      programs() {
        "$@" \(fixture.program.path) emit:3 touch:ready await:go emit:100 touch:done await:end emit:7 \
          & a=$!
        "$@" \(fixture.program.path) emit:3 touch:readyb await:go emit:200 await:end & b=$!
        until_true test -e ready -a -e readyb
      }
      record() {
        \(fixture.hamon) record -o t --pid $a "$@" 2>messages & tool=$!
        until_true grep -q "^recording process $a (traced)" messages
      }
      emit() { touch go; until_true test -e done; }
      tell() { wait $tool; echo "status $?"; kill -0 $a && echo alive; touch end; wait $a $b; }

      """
    }

    /// Runs as an ordinary user, who has a home of his own.
    private static var user: [String] {
      geteuid() == 0 ? ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"] : []
    }

    private func run(
      _ fixture: ToolFixture,
      _ script: String,
      prefix: [String] = user
    ) async throws -> (outcome: ToolFixture.Outcome, messages: String) {
      let outcome = try await fixture.run(
        [],
        prefix: prefix + ["sh", "-c", Self.functions(fixture) + script]
      )
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
      let messages = try? String(contentsOfFile: "\(fixture.folder)/messages", encoding: .utf8)
      return (outcome, messages ?? "")
    }

    @Test func `a process that runs is recorded from then on, alone, and goes on`() async throws {
      try await ToolFixture.open { fixture in
        let (outcome, messages) = try await run(
          fixture,
          "programs; record; emit; kill -TERM $tool; tell"
        )
        #expect(outcome.output == "status 0\nalive\n")
        #expect(messages.contains("events: 100 signpost:interval_end\n"), "\(messages)")
        #expect(messages.contains("process: goes on running\n"))
        #expect(try await fixture.count("signpost:interval_end", in: "\(fixture.folder)/t") == 100)
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/.lttng"))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/.lttngrc"))
      }
    }

    @Test func `the recording ends with the process, or after its time`() async throws {
      try await ToolFixture.open { fixture in
        let (first, messages) = try await run(fixture, "programs; record; touch end; emit; tell")
        #expect(first.output == "status 0\n")
        #expect(messages.contains("events: 107 signpost:interval_end\n"), "\(messages)")
        #expect(messages.contains("process: ended\n"))
        let (second, told) = try await run(
          fixture,
          "rm -r t go done ready readyb end; programs; record --duration 500ms; touch go; tell"
        )
        #expect(second.output == "status 0\nalive\n")
        #expect(told.contains("process: goes on running\n"))
        #expect(told.contains("recorded for: 0."), "\(told)")
      }
    }

    @Test func `a daemon that serves the process already is used, and goes on`() async throws {
      try await ToolFixture.open { fixture in
        let (outcome, messages) = try await run(
          fixture,
          """
          lttng-sessiond --no-kernel --quiet & daemon=$!
          until_true lttng --no-sessiond --group=none list >/dev/null 2>&1
          programs; record; lttng --no-sessiond --group=none list | grep -c hamon-record-
          emit; kill -TERM $tool; tell
          lttng --no-sessiond --group=none list; kill $daemon; wait $daemon
          """
        )
        #expect(outcome.output.hasPrefix("1\nstatus 0\nalive\n"), "\(outcome.output)")
        #expect(outcome.output.contains("no available recording session"))
        #expect(messages.contains("events: 100 signpost:interval_end\n"), "\(messages)")
      }
    }

    @Test func `two recordings share the daemon of the first, which stays until both have ended`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let (outcome, messages) = try await run(
          fixture,
          """
          programs; record
          \(fixture.hamon) record -o u --pid $b 2>others & other=$!
          until_true grep -q "^recording process $b" others
          emit; kill -TERM $tool; until_true grep -q "^waiting: other recordings" messages
          kill -TERM $other; wait $other; echo "status $?"; tell
          """
        )
        #expect(outcome.output == "status 0\nstatus 0\nalive\n", "\(messages)")
        #expect(messages.contains("events: 100 signpost:interval_end\n"), "\(messages)")
        let others = try String(contentsOfFile: "\(fixture.folder)/others", encoding: .utf8)
        #expect(others.contains("discarded events: 0\n"), "\(others)")
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/.lttng"))
      }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root for mount namespaces"))
    func `root records a process that has its own /var/run/lttng`() async throws {
      try await ToolFixture.open { fixture in
        let (outcome, messages) = try await run(
          fixture,
          """
          mkdir -p /run/lttng
          programs unshare --mount --propagation slave sh -c \
            'mount -t tmpfs tmpfs /run/lttng && exec "$@"' sh
          before=$(ls -A /run/lttng)
          record; test "$before" = "$(ls -A /run/lttng)" && echo apart
          emit; kill -TERM $tool; tell
          """,
          prefix: []
        )
        #expect(outcome.output == "apart\nstatus 0\nalive\n")
        #expect(messages.contains("events: 100 signpost:interval_end\n"), "\(messages)")
      }
    }

    @Test func `a process that cannot be recorded is told apart, and nothing is left behind`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let (outcome, _) = try await run(
          fixture,
          """
          sleep 100 & a=$!
          \(fixture.hamon) record -o t --pid $a; echo "status $?"
          { kill $a; wait $a; } 2>/dev/null
          \(fixture.hamon) record -o t --pid $a; echo "status $?"
          \(fixture.hamon) record -o t --pid 1; echo "status $?"
          \(fixture.program.path) touch:ready await:end & a=$!
          until_true test -e ready
          \(fixture.hamon) record -o t --lossless --pid $a; echo "status $?"
          \(fixture.hamon) record -o t --pid $a -- true; echo "status $?"
          touch end; wait $a; test -e t || echo nothing
          """
        )
        #expect(
          outcome.output == "status 125\nstatus 125\nstatus 125\nstatus 125\nstatus 64\nnothing\n"
        )
        let errors = outcome.error.split(separator: "\n")
        let texts = [
          "is not linked with LTTng-UST", "does not exist", "may not be recorded: it is another",
          "cannot be recorded with --lossless", "exclude each other",
        ]
        try #require(errors.count == texts.count, "\(outcome.error)")
        for (error, text) in zip(errors, texts) { #expect(error.contains(text)) }
      }
    }
  }
}
