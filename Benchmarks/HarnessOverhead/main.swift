import BenchmarkHarness
import Foundation
import HandWrittenLoops

var suite = BenchmarkSuite(
  "HarnessOverhead",
  about: "What the harness adds to what it measures, beside a bare loop between two readings "
    + "of the clock; and how long the tool takes to start.",
  words: [
    "millisecond": "a measured millisecond",
    "bare-millisecond": "a bare one",
    "empty": "an empty iteration",
    "bare-empty": "a bare one",
  ]
)

suite.addMillisecond()
suite.addEmpty()

/// The tool is built beside this program.
let directory = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent()
suite.addStart(of: directory.appending(path: "hamon").path)

suite.highlight(
  "a measured millisecond",
  row: "millisecond",
  comparedWith: ["bare-millisecond": "a bare one"]
)
suite.highlight("hamon's start", row: "hamon --version", comparedWith: ["true": "that of true"])

await suite.main { $0.addAll() }
