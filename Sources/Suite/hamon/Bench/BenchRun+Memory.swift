import BenchmarkResults
import ProcessLaunching
import SuiteErrors

extension BenchRun {
  /// Looks for what an operation of the rows that `--memory` matches leaves in memory.
  ///
  /// - Returns: Whether that is known of all of them; errors go to standard error.
  func findMemory(
    _ program: BenchmarkProgram,
    suites: Range<Int>,
    in results: inout ResultCollection
  ) async -> Bool {
    guard let regex = command.memory.flatMap({ try? Regex($0) }) else { return true }
    let line = ProgressLine()
    var isRight = true
    for suite in suites {
      let rows = results.suites[suite].rows.filter { $0.name.contains(regex) }
      for (index, row) in rows.enumerated() where !InterruptSignal.hasArrived {
        line.show("looking at the memory of row \(index + 1) of \(rows.count): \(row.name)")
        do {
          let memory = try await RowMemory.measured(
            of: program,
            row: row.name,
            iterations: RowMemory.iterations(
              ofSample: row.iterationsPerSample,
              nanoseconds: row.wall.median
            ),
            timeout: timeout
          )
          results.setMemory(memory, ofRow: row.name, suite: suite)
        } catch {
          line.clear()
          isRight = false
          if !InterruptSignal.hasArrived {
            StandardError.error("row \(row.name): what it leaves in memory is unknown: \(error)")
          }
        }
      }
    }
    line.clear()
    return isRight
  }
}
