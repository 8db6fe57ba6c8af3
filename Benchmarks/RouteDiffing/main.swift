import BenchmarkHarness
import HandWrittenLoops
import KatanaRouter

var suite = BenchmarkSuite(
  "RouteDiffing",
  about: "What it costs to get from one navigation to the next: to change a tree, to compare "
    + "it with the one before, and both, for trees of several shapes and up to a million "
    + "destinations.",
  words: [
    "diff": "a comparison",
    "make": "a tree made",
    "edit": "a change",
    "edit-and-diff": "a change and a comparison",
    "chain-life": "the life of a chain",
    "linear": "a linear route",
    "hash": "hashing the destinations",
    "original": "the original",
    "make-original": "the original",
    "same-root": "comparing the roots",
    "size=": "destinations",
    "shape=tree": "a tree",
    "shape=flat": "flat",
    "shape=chain": "a chain",
    "changed=": "change",
    "changed=none": "nothing changed",
    "changed=new": "all new",
    "changed=one": "one changed",
    "changed=one-anew": "one changed, all made anew",
    "changed=1%": "1 % changed",
    "changed=10%": "10 % changed",
    "changed=all": "all changed",
    "changed=reversed": "reversed",
    "changed=below": "all children others",
    "changed=half": "half changed",
  ]
)
// Trees of a million take minutes; the exponents of a first look come from the smaller ones.
suite.limitQuickRuns("size", to: 100_000)

let sizes = [10, 100, 1000, 10_000, 100_000, 1_000_000]
let identical = Bar("identical trees", medianAtMost: .nanoseconds(50))
let hash = Bar("all nodes new", against: "hash", atMost: 2)
let linear = Bar("linear in the nodes", exponentOf: "size", atMost: 1.1)
let oneChange = Bar("one change", medianAtMost: .microseconds(10))
for shape in Shape.allCases {
  for size in sizes {
    suite.addDiff(shape, size: size, changed: .none, bars: [identical])
    suite.addDiff(shape, size: size, changed: .new, bars: [hash, linear])
    for changed in [Change.one, .oneAnew, .hundredth, .tenth, .all] {
      suite.addDiff(shape, size: size, changed: changed, bars: [linear])
    }
    suite.addEdits(shape, size: size, bars: shape == .tree && size == 10_000 ? [oneChange] : [])
  }
}
let anew = Bar("made anew as the original's objects", against: "make-original", atMost: 1)
for shape in [Shape.tree, .flat] {
  for size in sizes { suite.addMaking(shape, size: size, bars: [anew, linear]) }
}
// The order of many children is where a comparison is easily quadratic, as the original's is.
for size in sizes { suite.addDiff(.flat, size: size, changed: .reversed, bars: [linear]) }
// So is one where all of them are others. Its bar is the floor and no exponent, because it hashes each
// identity as the floor does, and both times grow faster than the number of children where these no longer
// fit the caches. At 1,600, 25,600 and 102,400 children a comparison took 105, 155 and 265 ns for each
// (exponent 1.22, beside other load) and a dictionary of the identities 95, 150 and 430 ns (1.36); but the
// instructions are 764 for each at 1,600 and 763 at 25,600 (valgrind), so it is memory and not the
// algorithm. For ten children, which are soon compared, the arrays of the result cost as much as the rest.
for size in sizes {
  suite.addDiff(.flat, size: size, changed: .below, bars: size < 100 ? [] : [hash])
}
for size in sizes { suite.addChainLife(size: size) }
suite.addSameRootFloor()
for size in sizes { suite.addHashFloor(size: size) }
for size in sizes where size <= 1000 { suite.addOriginal(size: size) }
suite.addLinear(
  size: 1000,
  bars: [Bar("linear route", medianAtMost: .microseconds(10))]
)
suite.highlight(
  "1,000 destinations changed",
  row: "diff/shape=tree/changed=all/size=1000",
  comparedWith: ["hash/size=1000": "hashing them"]
)
suite.highlight(
  "one of 100",
  row: "diff/shape=tree/changed=one/size=100",
  comparedWith: ["original/shape=tree/size=100": "the original"]
)
suite.highlight(
  "a tree made",
  row: "make/shape=tree/size=1000",
  comparedWith: ["make-original/shape=tree/size=1000": "the original"]
)

await suite.main { $0.addAll() }
