// The nine operations of js-framework-benchmark, by descriptions and by calls of views that are written by hand.

import BenchmarkHarness
import RowWorkloads

var suite = BenchmarkSuite("Rows")
for operation in RowOperation.allCases {
  suite.addByHand(operation)
  for form in RowForm.allCases { suite.addOperation(operation, form) }
}

suite.addLoopsByHand()

await suite.main()
