import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite(
  "LayoutScaling",
  about: "What a layout costs a view, and whether it stays so from ten views to a million: "
    + "laid out for the first time, resized, read by keys, and taken from a cache; and to "
    + "check and index the views first.",
  words: [
    "first-layout": "a first layout",
    "resize": "another size",
    "first-layout-anew": "a first layout of views made anew",
    "hierarchy": "a hierarchy checked",
    "cache-hit": "a layout that a cache knows",
    "cache-hit-anew": "the same, of views made anew",
    "cache-miss": "a layout that a full cache doesn't know",
    "katana-miniature": "the original",
    "contiguous": "reading and writing frames",
    "hierarchy-named": "a hierarchy of names checked",
    "dictionary": "a dictionary of the names",
    "layout-by-key": "a layout read by keys",
    "look-up": "dictionary look-ups",
    "svg": "a layout as SVG",
    "workload=": "views",
    "workload=L": "a list",
    "workload=G": "a grid",
    "workload=flat": "a flat tree",
    "workload=nested": "a nested tree",
  ]
)

// A first look is over in seconds; the million takes a minute.
let isQuick = CommandLine.arguments.contains("--quick")
let counts = isQuick ? [10, 1000, 100_000] : [10, 100, 1000, 10_000, 100_000, 1_000_000]
for count in counts {
  let isLargest = count == counts.last
  suite.addLayouts(ListWorkload.self, views: count, isLargest: isLargest)
  suite.addLayouts(GridWorkload.self, views: count, isLargest: isLargest)
  suite.addLayouts(FlatWorkload.self, views: count, isLargest: isLargest)
  suite.addLayouts(NestedWorkload.self, views: count, isLargest: isLargest)
  suite.addLayoutAnew(views: count, isLargest: isLargest)
  suite.addHierarchy(NestedWorkload.self, views: count)
  suite.addNamedHierarchy(views: count)
  suite.addDictionary(views: count)
  suite.addKeyed(Int.self, views: count)
  suite.addKeyed(String.self, views: count)
  suite.addKeyed(ScreenKey.self, views: count)
  suite.addCacheHit(views: count, isAnew: false)
  suite.addCacheHit(views: count, isAnew: true)
  if count == 1000 { suite.addCacheMiss(views: count) }
  if hasMiniature(count) { suite.addMiniature(views: count) }
  suite.addPicture(views: count, isLargest: isLargest)
  suite.addContiguous(views: count)
}

suite.highlight(
  "1,000 views laid out",
  row: "first-layout-anew/workload=L/views=1000",
  comparedWith: ["katana-miniature/views=1000": "the original"]
)
suite.highlight(
  "again, of a cache",
  row: "cache-hit/workload=L/views=1000",
  comparedWith: ["first-layout/workload=L/views=1000": "that"]
)
suite.highlight(
  "a frame by key",
  row: "layout-by-key/keys=Int/views=1000",
  comparedWith: ["look-up/keys=Int/views=1000": "a dictionary"]
)

await suite.main { loops in
  loops.addAll()
  loops.addKeys()
}
