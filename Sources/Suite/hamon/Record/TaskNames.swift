import SampleFiles
import SampleRecording
import SuiteErrors
import TaskAnalysis

/// The names of the functions that tasks were seen in, stored next to a trace.
enum TaskNames {
  /// Finds and writes them, while the programs are still in place.
  ///
  /// - Returns: Warnings, a line each.
  static func write(_ tasks: TaskAddresses, toTrace directory: String) async -> [String] {
    let objects = tasks.objects.sorted { $0.key.path < $1.key.path }.map { key, addresses in
      (SymbolSearch.object(path: key.path, buildID: key.buildID), addresses)
    }
    var (symbols, notices) = await SymbolSearch.symbols(of: objects)
    do throws(SuiteError) {
      try TaskSymbols.write(symbols, toTrace: directory)
    } catch {
      notices = ["their functions have only addresses, no names: \(error)"]
    }
    return (tasks.problems + notices).map { "warning: tasks: \($0)" }
  }
}
