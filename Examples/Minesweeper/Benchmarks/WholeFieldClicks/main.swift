// What the same click costs where the field is connected as a whole.

import BenchmarkHarness

var suite = BenchmarkSuite("WholeFieldClicks")
suite.addClicks(cells: .standard, isFieldWhole: true)
suite.addClicks(cells: try BoardShape(columns: 60, rows: 75, mines: 630), isFieldWhole: true)
await suite.main()
