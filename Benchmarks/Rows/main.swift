// The nine operations of js-framework-benchmark, by descriptions and by calls of views that are written by hand.

import BenchmarkHarness
import HandWrittenLoops
import RowWorkloads

var suite = BenchmarkSuite("Rows")
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
