// What painting by Cairo costs beside the same calls by hand: all of a thousand labels, one that has changed, none; to
// measure texts, to encode a picture, and to compare two.

import BenchmarkHarness

var suite = BenchmarkSuite("Painting")

suite.addPainting(labels: 1_000)
suite.addMeasuring()
suite.addPictures()

suite.addLoopsByHand()

await suite.main()
