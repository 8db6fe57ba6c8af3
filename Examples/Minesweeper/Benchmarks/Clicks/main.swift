// What a click costs.

import BenchmarkHarness

var suite = BenchmarkSuite("Clicks")
suite.addClicks(cells: .standard, isFieldWhole: false)
suite.addClicks(cells: try BoardShape(columns: 60, rows: 75, mines: 630), isFieldWhole: false)
await suite.main()
