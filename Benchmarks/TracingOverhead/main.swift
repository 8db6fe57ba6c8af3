// The whole run is recorded into buffers whose oldest events are overwritten, so that none is refused
// for want of room, which would be cheaper, and no reader takes a processor. Only some events are
// enabled: the others are off while the first are on.

import BenchmarkHarness
import HandWrittenLoops
import RecordedRun
import TraceRecording

var suite = BenchmarkSuite(
  "TracingOverhead",
  about: "What a signpost costs: off, beside an empty loop; on, beside the same event from "
    + "C.",
  words: [
    "off-measurement": "a measurement that is off",
    "off-field": "an event that is off",
    "empty-loop": "an empty loop",
    "on-event": "an event",
    "c-event": "from C",
    "on-escaped": "an event with escaped text",
    "on-counter": "a counter",
    "c-counter": "from C",
    "on-interval": "an interval",
    "c-interval": "from C",
    "on-body": "an interval around a closure",
    "on-child": "an interval in another",
  ]
)

await RecordedRun.start { options in
  options.eventPatterns = [
    "signpost:event", "signpost:counter", "signpost:interval_begin", "signpost:interval_end",
  ]
  options.flightRecorder = FlightRecorder(span: .seconds(1), bufferSize: 32 << 20)
}

suite.addOff()
if RecordedRun.isPossible { suite.addOn() }

suite.highlight(
  "a signpost that is off",
  row: "off-field",
  comparedWith: ["empty-loop": "an empty loop"]
)
suite.highlight("an event", row: "on-event", comparedWith: ["c-event": "from C"])
suite.highlight("an interval", row: "on-interval", comparedWith: ["c-interval": "from C"])

await suite.main { $0.addAll() }
