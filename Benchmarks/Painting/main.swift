import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite(
  "Painting",
  about: "What painting by Cairo costs beside the same calls by hand: all of a thousand "
    + "labels, one that has changed, none; to measure texts, to encode a picture, and to "
    + "compare two.",
  words: [
    "paint": "all labels painted",
    "paint-one": "one label painted",
    "repaint-one": "one label repainted",
    "paint-nothing": "nothing to paint",
    "measure": "a text measured",
    "encode": "a picture encoded",
    "compare": "two pictures compared",
    "paint-by-hand": "by hand",
    "paint-one-by-hand": "by hand",
    "repaint-one-by-hand": "by hand",
    "measure-by-hand": "by hand",
    "encode-by-hand": "by hand",
    "compare-by-hand": "by hand",
    "look-up": "a dictionary's look-up",
    "known=true": "known",
    "known=false": "unknown",
  ]
)

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
