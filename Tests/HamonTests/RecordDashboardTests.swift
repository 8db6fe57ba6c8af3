import Foundation
import Glibc
import Testing

@testable import TraceRecording
@testable import hamon

extension RecordTests {
  /// The block that `hamon record` draws at the bottom of a terminal.
  @Suite struct Dashboard {
    /// Runs a script on a terminal of 30 rows and 100 columns, in which `$hamon` is the tool and `$program` the traced one.
    ///
    /// - Parameters:
    ///   - fixture: The folder; what the terminal shows goes into its file `shown` at once.
    ///   - script: What runs on the terminal.
    ///   - beside: What runs beside it, which finds the same; what it writes to descriptor 3 is typed on the terminal.
    ///   - environment: Variables of both.
    /// - Returns: The status of the script, and what the terminal was sent.
    /// - Throws: What running it throws.
    private func onTerminal(
      _ fixture: ToolFixture,
      _ script: String,
      beside: String,
      environment: [String: String] = [:]
    ) async throws -> (status: Int32, shown: String) {
      let common = """
        cd \(fixture.folder); hamon=\(fixture.hamon); program=\(fixture.program.path)
        until_shown() { n=0; until grep -aq "$1" shown; do n=$((n+1)); [ $n -lt 6000 ] || break; sleep 0.05; done; }
        until_file() { n=0; until [ -e $1 ]; do n=$((n+1)); [ $n -lt 6000 ] || break; sleep 0.05; done; }

        """
      let (inside, outside) = ("\(fixture.folder)/inside", "\(fixture.folder)/outside")
      try Data((common + "stty rows 30 cols 100\n" + script).utf8).write(to: URL(filePath: inside))
      try Data((common + ": > shown\n" + beside).utf8).write(to: URL(filePath: outside))
      let outcome = try await fixture.run(
        [],
        prefix: [
          "sh", "-c",
          "cd \(fixture.folder); mkfifo keys; sh outside 3> keys & "
            + "script -qefc 'sh inside' shown < keys > /dev/null; status=$?; wait; exit $status",
        ],
        environment: environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { given, _ in given
        }
      )
      let shown = try String(contentsOfFile: "\(fixture.folder)/shown", encoding: .utf8)
      return (outcome.status, shown)
    }

    /// The texts of a line of the block, in the order they were drawn.
    private func drawn(_ name: String, in shown: String) -> [String] {
      shown.split(separator: "\u{1B}[K").compactMap { line in
        // Behind the place of the line.
        line.range(of: ";1H\(name) ").map {
          line[$0.upperBound...].trimmingCharacters(in: .whitespaces)
        }
      }
    }

    @Test func `a terminal has a block at its bottom, and what programs print above it`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let (status, shown) = try await onTerminal(
          fixture,
          """
          $hamon record -o t -- sh -c "$program emit:5000 touch:emitted await:go print:done; echo error >&2; exit 3"
          """,
          beside: "until_shown 'about [0-9]*; 0/s'; touch go"
        )
        #expect(status == 3, "\(shown)")
        #expect(shown.contains("done\r\n") && shown.contains("error\r\n"))
        // 5,000 intervals are 10,000 events, and there is one of the program's name: estimated by about a fifth of them.
        let events = try #require(drawn("events", in: shown).last)
        let about = try #require(events.firstMatch(of: /^about (\d+); 0\/s/).flatMap { Int($0.1) })
        #expect(abs(about - 10_000) <= 200, "\(events)")
        #expect(drawn("lost", in: shown).last == "0 events discarded, 0 packets lost")
        #expect(
          drawn("buffers", in: shown).last?.hasPrefix("0 of 8 sub-buffers of 1M wait") == true
        )
        #expect(drawn("on disk", in: shown).last?.hasSuffix("B") == true)
        // In the last five of thirty rows; others scroll, until it is removed before the summary.
        #expect(shown.contains("\u{1B}[1;25r\u{1B}[26;1H-- recording for "))
        let removal = try #require(
          shown.range(of: "\u{1B}[r\u{1B}[26;1H\u{1B}[J", options: .backwards)
        )
        #expect(shown[removal.upperBound...].contains("trace: \(fixture.folder)/t\r\n"))
        #expect(!shown[removal.upperBound...].contains("\u{1B}[K"))
        // No colours.
        #expect(!shown.contains(/\u{1B}\[[0-9;]*m/))
        #expect(try await fixture.count("signpost:interval_end", in: "\(fixture.folder)/t") == 5000)
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(fixture.folder)/t")
        #expect(files.allSatisfy { $0.hasPrefix("ust") }, "\(files)")
      }
    }

    @Test func `events that are discarded are told while it records`() async throws {
      try await ToolFixture.open { fixture in
        // Nobody empties the buffers while the consumer is stopped: seven sub-buffers wait, and the eighth has no room.
        let (status, shown) = try await onTerminal(
          fixture,
          // On one processor, whose next packet tells what was discarded after the last one.
          """
          cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status | sed 's/[^0-9].*//')
          $hamon record -o t -- taskset -c $cpu $program touch:ready await:go emit:300000 touch:emitted \
            await:end emit:20000 await:over
          """,
          beside: """
            until_file ready
            consumers=
            for process in /proc/[0-9]*; do
              if [ "$(cat $process/comm 2>/dev/null)" = lttng-consumerd ] &&
                tr '\\0' '\\n' < $process/environ 2>/dev/null | grep -q "^TMPDIR=\(fixture.folder)$"; then
                consumers="$consumers ${process#/proc/}"
              fi
            done
            kill -STOP $consumers; touch go
            until_shown '7 of 8 sub-buffers'; until_file emitted
            kill -CONT $consumers; touch end
            until_shown '[1-9][0-9]* events discarded'; touch over
            """
        )
        #expect(status == 0, "\(shown)")
        #expect(drawn("buffers", in: shown).contains { $0.hasPrefix("7 of 8 sub-buffers") })
        let told = try #require(drawn("lost", in: shown).last)
        let count = try #require(
          told.firstMatch(of: /^(\d+) events discarded/).flatMap { Int($0.1) }
        )
        let sum = try #require(
          shown.firstMatch(of: /discarded events: (\d+)/).flatMap { Int($0.1) }
        )
        #expect(count > 0 && count <= sum, "\(count) of \(sum)")
      }
    }

    @Test func `Ctrl-Z stops all and leaves the terminal clean, and the block follows its size`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let (status, shown) = try await onTerminal(
          fixture,
          """
          tty > terminal
          set -m
          $hamon record -o t -- $program emit:50 touch:emitted await:go emit:50
          echo "stopped $?"
          jobs -p > group; group=$(cat group)
          states() { sed -n "s/^[0-9]* (.*) \\([A-Z]\\) [0-9]* $group .*/\\1/p" /proc/[0-9]*/stat 2>/dev/null; }
          n=0; until [ "$(states | sort -u)" = T ]; do n=$((n+1)); [ $n -lt 600 ] || break; sleep 0.05; done
          echo states $(states)
          touch stopped; until_file going
          fg; echo "over $?"
          """,
          beside: """
            drawn() { grep -ao '\\[1;25r' shown | wc -l; }
            until_shown 'events   about'; printf '\\032' >&3
            until_file stopped; before=$(drawn); sleep 2; touch going
            n=0; until [ $(drawn) -gt $before ]; do n=$((n+1)); [ $n -lt 6000 ] || break; sleep 0.05; done
            stty -F "$(cat terminal)" cols 60 rows 24
            until_shown '\\[1;19r'; touch go
            """
        )
        #expect(status == 0, "\(shown)")
        let parts = shown.components(separatedBy: "stopped 148\r\n")
        try #require(parts.count == 2, "\(shown)")
        let (before, after) = (parts[0], parts[1])
        let removal = try #require(
          before.range(of: "\u{1B}[r\u{1B}[26;1H\u{1B}[J\u{1B}8", options: .backwards)
        )
        #expect(before[..<removal.lowerBound].contains("\u{1B}[1;25r\u{1B}[26;1H-- recording for "))
        // The command, and hamon.
        #expect(after.contains("states T T\r\n"), "\(after)")
        let again = try #require(after.range(of: "\u{1B}[1;25r"))
        #expect(!(before[removal.upperBound...] + after[..<again.lowerBound]).contains("\u{1B}[K"))
        let resized = try #require(after.range(of: "\u{1B}7\u{1B}[r\u{1B}8\u{1B}[J"))
        let rule = try #require(
          after[resized.upperBound...].firstMatch(
            of: /\u{1B}\[1;19r\u{1B}\[20;1H(-- [^\u{1B}]*)\u{1B}/
          )
        )
        #expect(rule.1.count == 59, "\(rule.1)")
        let end = try #require(
          after.range(of: "\u{1B}[r\u{1B}[20;1H\u{1B}[J\u{1B}8", options: .backwards)
        )
        #expect(after[end.upperBound...].contains("over 0\r\n"))
        #expect(!after[end.upperBound...].contains("\u{1B}[K"))
        #expect(shown.contains("discarded events: 0\r\n"))
        #expect(try await fixture.count("signpost:interval_end", in: "\(fixture.folder)/t") == 100)
      }
    }

    @Test func `Ctrl-Z where no shell could let it go on stops nothing`() async throws {
      try await ToolFixture.open { fixture in
        let (status, shown) = try await onTerminal(
          fixture,
          "exec $hamon record -o t -- $program emit:50 touch:emitted await:go emit:50",
          beside: """
            until_shown 'events   about'; printf '\\032' >&3
            until_shown '\\[26;1H.\\[J'; touch go
            """
        )
        #expect(status == 0, "\(shown)")
        #expect(shown.components(separatedBy: "\u{1B}[r\u{1B}[26;1H\u{1B}[J\u{1B}8").count == 3)
        #expect(try await fixture.count("signpost:interval_end", in: "\(fixture.folder)/t") == 100)
      }
    }

    @Test func `a process that runs is told of, and its samples`() async throws {
      try await ToolFixture.open { fixture in
        let (status, shown) = try await onTerminal(
          fixture,
          """
          export HOME=$PWD
          $program touch:ready await:go emit:5000 await:end & process=$!
          n=0; until [ -e ready ]; do n=$((n+1)); [ $n -lt 2000 ] || exit 98; sleep 0.02; done
          $hamon record -o t --samples --pid $process & tool=$!
          wait $tool; status=$?; wait $process; exit $status
          """,
          beside: """
            until_shown '^recording process'; touch go
            until_shown 'events   about'; touch end
            """
        )
        guard !shown.contains("error: samples") else { return }  // Not on this machine.
        #expect(status == 0, "\(shown)")
        #expect(drawn("samples", in: shown).last?.contains(/^\d+; 0 lost$/) == true, "\(shown)")
        #expect(shown.contains("process: ended\r\n"))
      }
    }

    @Test(arguments: ["pipe", "dumb terminal", "full-screen program"])
    func `where there is no terminal to draw on nothing is drawn`(_ place: String) async throws {
      try await ToolFixture.open { fixture in
        // What counts is that the time of two drawings has passed.
        let command = "$hamon record -o t -- sh -c 'sleep 3'"
        let script =
          switch place {
          case "pipe": "{ \(command); } 2>&1 | cat"
          case "dumb terminal": "TERM=dumb \(command)"
          default: "stty -icanon; \(command)"
          }
        let (status, shown) = try await onTerminal(fixture, script, beside: "")
        #expect(status == 0, "\(shown)")
        #expect(shown.contains("events: none"))
        #expect(!shown.contains("\u{1B}"), "\(shown)")
      }
    }
  }
}

@Suite struct RecordDashboardTextTests {
  @Test func `what came before the first packet was read is taken to be like it`() {
    var estimate = EventEstimate()
    estimate.add(bytes: 1000, sample: nil, seconds: 1)
    #expect(estimate.count == nil && estimate.byteRate == 1000)
    estimate.add(bytes: 4000, sample: (events: 10, bytes: 200), seconds: 2)
    #expect(estimate.count == 200 && estimate.rate == 75 && estimate.byteRate == 1500)
    // Longer ones count from then on.
    estimate.add(bytes: 6000, sample: (events: 10, bytes: 1000), seconds: 1)
    #expect(estimate.count == 220 && estimate.rate == 20)
    estimate.add(bytes: 6000, sample: nil, seconds: 1)
    #expect(estimate.count == 220 && estimate.rate == 0)
  }

  @Test func `an estimate has three digits`() {
    #expect(RecordDashboardText.rounded(0) == "0")
    #expect(RecordDashboardText.rounded(7.4) == "7")
    #expect(RecordDashboardText.rounded(999.4) == "999")
    #expect(RecordDashboardText.rounded(12_345) == "12300")
    #expect(RecordDashboardText.rounded(98_765_432) == "98800000")
    #expect(RecordDashboardText.rounded(.infinity) == "0")
  }

  @Test func `a recording to a relay tells what is known of it`() {
    var progress = RecordingProgress(duration: .seconds(61))
    let lines = {
      RecordDashboardText(progress: progress, estimate: EventEstimate()).lines(width: 30)
    }
    #expect(lines() == ["-- recording for 61 s --------", "lost     not known yet"])
    progress.lost = LostData(discardedEvents: 5, lostPackets: 0)
    progress.samples = SampleCount(samples: 12, lost: 1)
    #expect(
      lines().dropFirst() == [
        "lost     5 events discarded, 0 packets lost", "samples  12; 1 lost",
      ]
    )
  }

  @Test func `a flight recorder tells what it keeps`() {
    var progress = RecordingProgress(duration: .seconds(1))
    progress.buffers = RecordingBuffers(
      count: 2,
      eventBytes: 5_000_000,
      fullest: 15,
      subBufferCount: 16,
      subBufferSize: 2 << 20,
      overwrites: true
    )
    progress.size = 0
    var estimate = EventEstimate()
    estimate.add(bytes: 5_000_000, sample: (events: 100, bytes: 5000), seconds: 2)
    #expect(
      RecordDashboardText(progress: progress, estimate: estimate).lines(width: 0).dropFirst() == [
        "events   about 50000/s, 2.5 MB/s",
        "buffers  2 of 16 x 2M in memory, the oldest are overwritten",
        "on disk  0 bytes",
      ]
    )
  }
}
