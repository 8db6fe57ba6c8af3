// A program of its own: its rows need a display. Without one it runs itself by xvfb-run, and without that it says so and
// has no rows.

import BenchmarkHarness
import Foundation
import HandWrittenLoops

let environment = ProcessInfo.processInfo.environment
if environment["DISPLAY"] == nil, environment["WAYLAND_DISPLAY"] == nil {
  let words =
    ["xvfb-run", "--auto-servernum", "/proc/self/exe"] + CommandLine.arguments.dropFirst()
  let resolved = words.map {
    $0 == "/proc/self/exe" ? URL(filePath: $0).resolvingSymlinksInPath().path : $0
  }
  let strings = unsafe resolved.map { unsafe strdup($0) } + [nil]
  // SAFETY: no other thread runs yet.
  unsafe setenv("GSK_RENDERER", "cairo", 1)
  unsafe setenv("GTK_A11Y", "none", 1)
  // SAFETY: the list ends with nil; where the call returns, nothing has happened.
  unsafe execvp("xvfb-run", strings)
  FileHandle.standardError.write(
    Data(
      "warning: PaintingGTK: there is no display and no xvfb-run; install xvfb, no rows are measured\n"
        .utf8
    )
  )
  exit(0)
}

var suite = BenchmarkSuite(
  "PaintingGTK",
  about: "What it costs to make and change views in a window of GTK 4, beside the same calls "
    + "of GTK from C in the same run.",
  words: [
    "create": "views made",
    "text": "a text changed",
    "frame": "a frame",
    "key": "a key typed",
    "scroll": "a text area scrolled by more than its height",
    "lines=": "lines",
    "count=": "views",
    "place=in sight": "in sight",
    "place=out of sight": "out of sight",
    "until=scene": "to the scene",
    "until=pixels": "to the pixels",
  ]
)
suite.addCreation(count: 1_000)
for isVisible in [true, false] { suite.addText(count: 10_000, isVisible: isVisible) }
suite.addFrames(count: 1_000)
suite.addKeys()
suite.addScrolling(lines: 100_000)
suite.highlight(
  "1,000 views made",
  row: "create/count=1000",
  comparedWith: ["create by C/count=1000": "GTK from C"]
)
suite.highlight(
  "a text changed",
  row: "text/count=10000/place=in sight",
  comparedWith: ["text by C/count=10000/place=in sight": "from C"]
)
suite.highlight(
  "a frame",
  row: "frame/count=1000/until=scene",
  comparedWith: ["frame by C/count=1000/until=scene": "from C"]
)
suite.highlight(
  "a key typed",
  row: "key/until=scene",
  comparedWith: ["key by C/until=scene": "GTK's entry"]
)
suite.highlight(
  "a long text scrolled",
  row: "scroll/lines=100000",
  comparedWith: ["scroll by C/lines=100000": "GTK's text view"]
)
await suite.main { $0.addReasons() }
