import BenchmarkHarness
import HandWrittenLoops
import RowWorkloads

var suite = BenchmarkSuite(
  "Rows",
  about: "The nine operations of js-framework-benchmark, by descriptions and by calls of "
    + "views that are written by hand.",
  words: [
    "described": "by descriptions",
    "by-hand": "views by hand",
    "form=foreach": "ForEach",
    "form=entities": "Entities",
    "operation=create-rows": "1,000 rows created",
    "operation=replace-all-rows": "all replaced",
    "operation=update-every-10th-row": "every 10th updated",
    "operation=select-row": "one selected",
    "operation=swap-rows": "two swapped",
    "operation=remove-row": "one removed",
    "operation=create-many-rows": "10,000 rows created",
    "operation=append-rows-to-large-table": "1,000 appended to 10,000",
    "operation=clear-rows": "all removed",
  ]
)
for operation in RowOperation.allCases {
  suite.addByHand(operation)
  for form in RowForm.allCases { suite.addOperation(operation, form) }
}

suite.highlight(
  "1,000 rows created",
  row: "described/operation=create-rows/form=foreach",
  comparedWith: ["by-hand/operation=create-rows": "views by hand"]
)
suite.highlight(
  "replaced",
  row: "described/operation=replace-all-rows/form=foreach",
  comparedWith: ["by-hand/operation=replace-all-rows": "by hand"]
)
suite.highlight(
  "one selected",
  row: "described/operation=select-row/form=foreach",
  comparedWith: ["by-hand/operation=select-row": "by hand"]
)

await suite.main { $0.addAll() }
