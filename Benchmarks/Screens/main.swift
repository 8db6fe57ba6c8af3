// What snapshots cost beside the calls of Cairo and Pango that paint the same pictures: one screen, and a matrix of sizes,
// languages, scales, light and dark.

import BenchmarkHarness

var suite = BenchmarkSuite("Screens")

suite.addSnapshots()

await suite.main()
