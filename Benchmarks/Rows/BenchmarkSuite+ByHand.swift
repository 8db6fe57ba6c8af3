import BenchmarkHarness
import HandWrittenLoops
import RowWorkloads

extension HandWrittenLoops {
  /// The table by hand, called as what it is.
  mutating func addAll() {
    for operation in RowOperation.allCases {
      addTimed("by-hand/operation=\(operation.parameter)") {
        let script = RowScript(operation)
        let table = HandWrittenTable(script.start)
        let (edits, restoration) = (script.edits, script.restoration)
        var step = 0
        return { iterations, stopwatch in
          for _ in 0..<iterations {
            let edit = edits[step % edits.count]
            step += 1
            stopwatch.start()
            table.apply(edit)
            stopwatch.stop()
            if let restoration { table.apply(restoration) }
          }
        }
      }
    }
  }
}
