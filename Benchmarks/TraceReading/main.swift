// The trace is recorded at the start: 500,000 events in 200,000 intervals, of which each has another as
// its parent or child, and 100,000 points.

import BenchmarkHarness
import HandWrittenLoops
import RecordedRun
import TraceReading

if let emission = Emission(CommandLine.arguments) {
  emission.run()
  await emission.runTasks()
} else {
  var suite = BenchmarkSuite(
    "TraceReading",
    about: "How fast a trace is read: the report with all its pairing, exports, and events "
      + "alone; beside the tools that come with LTTng.",
    words: [
      "report": "a report",
      "export": "an export",
      "events-only": "reading the events",
      "babeltrace2-dummy": "babeltrace2 without output",
      "babeltrace2-text": "babeltrace2's text",
    ]
  )
  if RecordedRun.isPossible, TraceReader.isSupported {
    let trace = await RecordedTrace.make(
      asksForRows: !["--list", "--by-hand"].filter(CommandLine.arguments.contains).isEmpty
    )
    suite.addReading(trace)
    suite.addTasks(trace)
    suite.highlight(
      "a report of 500,000 events",
      row: "report/events=500000",
      comparedWith: ["events-only": "reading them", "babeltrace2-text": "babeltrace2's text"]
    )
  }
  await suite.main { $0.addReasons() }
}
