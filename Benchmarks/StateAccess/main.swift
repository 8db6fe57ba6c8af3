import BenchmarkHarness
import HandWrittenLoops
import StoreWorkloads

var suite = BenchmarkSuite(
  "StateAccess",
  about: "What it costs to get at a state: to copy it whole, alone and beside a writer, and "
    + "to change one element of it while somebody has the old one and while nobody has; "
    + "values by id that know their changes.",
  words: [
    "read": "a read",
    "mutex-read": "a Mutex",
    "snapshot": "a copy of the whole state",
    "mutex-snapshot": "a Mutex",
    "copy": "a bare copy",
    "retain-twice": "two retains",
    "write": "one element changed",
    "write-inout": "the bare change",
    "entities-update": "one of Entities changed",
    "dictionary-update": "one of a dictionary",
    "entities-move": "one of Entities moved",
    "array-move": "one of an array",
    "n=": "values",
    "old=free": "nobody has the old one",
    "old=held": "somebody has the old one",
  ]
)

for hasWriter in [false, true] {
  for readers in [1, 2, 4, 8] { suite.addReaders(readers, hasWriter: hasWriter) }
}
suite.addSnapshot(WordState.self)
suite.addSnapshot(InlineState.self)
suite.addSnapshot(
  LargeArrayState.self,
  bars: [Bar("snapshot", against: "retain-twice", atMost: 2)]
)
suite.addRetains()
suite.addWrites(InlineState.self)
suite.addWrites(SmallArrayState.self)
suite.addWrites(LargeArrayState.self, smaller: SmallArrayState.self)
suite.addWrites(SmallTreeState.self)
suite.addWrites(LargeTreeState.self)
for count in [1000, 10_000, 100_000] { suite.addEntities(count) }

suite.highlight(
  "64 KB of state read",
  row: "snapshot/state=64KB",
  comparedWith: ["mutex-snapshot/state=64KB": "by a Mutex"]
)
suite.highlight(
  "beside a writer",
  row: "read/readers=2/writers=1",
  comparedWith: ["mutex-read/readers=2/writers=1": "by a Mutex"]
)
suite.highlight(
  "one of 1,000 Entities changed",
  row: "entities-update/old=free/n=1000",
  comparedWith: ["dictionary-update/n=1000": "a dictionary"]
)

await suite.main { $0.addAll() }
