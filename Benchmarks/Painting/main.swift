// What painting by Cairo costs beside the same calls by hand: all of a thousand labels, one that has changed, none; to
// measure texts, to encode a picture, and to compare two.

import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite("Painting")

suite.addPainting(labels: 1_000)
suite.addMeasuring()
suite.addPictures()

suite.highlight(
  "1,000 labels painted",
  row: "paint/labels=1000",
  comparedWith: ["paint-by-hand/labels=1000": "Cairo and Pango by hand"]
)
suite.highlight(
  "one of them anew",
  row: "repaint-one/labels=1000",
  comparedWith: ["repaint-one-by-hand/labels=1000": "by hand"]
)

await suite.main { $0.addAll() }
