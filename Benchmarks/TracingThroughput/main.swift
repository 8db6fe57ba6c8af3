import BenchmarkHarness
import Glibc
import HandWrittenLoops
import RecordedRun
import Signposts
import SuiteErrors
import TraceRecording

/// The rate, as the time that each event has.
let slot: Duration = .microseconds(1)

var suite = BenchmarkSuite(
  "TracingThroughput",
  about: "A million events a second for five seconds, recorded with the settings of hamon "
    + "record: the rate has to be kept, and not one event may be lost.",
  words: [
    "paced-events": "events at a constant rate",
    "event": "an event alone",
    "clock": "the clock alone",
  ]
)

await RecordedRun.start(
  configure: { $0.eventPatterns = ["signpost:event"] },
  attempts: 2,
  check: { report in
    guard let lost = report.lost else {
      return SuiteError(
        "row paced-events",
        "the recorder doesn't know what was lost",
        remedy: "see what it says above"
      )
    }
    guard lost.discardedEvents > 0 || lost.lostPackets > 0 else { return nil }
    return SuiteError(
      "row paced-events",
      "\(lost.discardedEvents) events were lost at 1,000,000 a second",
      remedy: "enlarge the buffers that hamon record asks for"
    )
  }
)

// Five seconds of events also where few samples are taken: 25 of them, instead of 200.
let isQuick = CommandLine.arguments.contains("--quick")
if RecordedRun.isPossible {
  suite.addPaced(slot: slot, sampleDuration: .milliseconds(isQuick ? 200 : 50))
}
suite.addClock()

suite.highlight(
  "a million events a second",
  row: "paced-events/rate=1M",
  comparedWith: ["event": "an event alone"]
)

await suite.main { $0.addAll() }
