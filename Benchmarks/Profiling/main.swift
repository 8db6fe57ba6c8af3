// The programs that are sampled are this one, started anew: unrecorded and recorded in turn, each as ordinary user.

import BenchmarkHarness
import HandWrittenLoops
import RecordedRun
import TraceReading
import TraceRecording

if let work = SampledWork(CommandLine.arguments) {
  work.run()
} else {
  var suite = BenchmarkSuite(
    "Profiling",
    about: "What samples cost the program that is sampled, how fast they are read, and how "
      + "right they are.",
    words: [
      "read": "samples read",
      "records-only": "the records alone",
      "sampled": "a program sampled 999 times a second",
      "sampled-by-timers": "the same by timers",
      "unrecorded": "the same unrecorded",
    ]
  )
  let count = CommandLine.arguments.contains("--quick") ? 1_000_000 : 10_000_000
  suite.addReading(samples: count)
  if RecordedRun.isPossible, TraceReader.isSupported {
    // It may start this program anew, which valgrind doesn't follow, and which is of no use for a list.
    let isAlone =
      ["--list", "--by-hand", "--one-shot"].contains { CommandLine.arguments.contains($0) }
    suite.addReport(samples: count, isolation: isAlone ? .ownHome : DaemonIsolation.establish())
  }
  suite.addSlowdown()
  suite.addShares()
  suite.highlight(
    "a program that is sampled 999 times a second",
    row: "sampled",
    comparedWith: ["unrecorded": "the same unrecorded"]
  )
  await suite.main { $0.addReasons(samples: count) }
}
