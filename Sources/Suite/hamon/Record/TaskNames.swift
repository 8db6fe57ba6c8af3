import SampleFiles
import SampleRecording
import SuiteErrors
import TaskAnalysis

/// The names of the functions that tasks were seen in, beside a trace.
enum TaskNames {
  /// Finds and writes them, while the programs are where they ran.
  ///
  /// - Returns: Warnings of what can't be told of tasks, a line each.
  static func write(_ tasks: TaskAddresses, toTrace directory: String) async -> [String] {
    let objects = tasks.objects.sorted { $0.key.path < $1.key.path }.map { key, addresses in
      (SymbolSearch.object(path: key.path, buildID: key.buildID), addresses)
    }
    var (symbols, notices) = await SymbolSearch.symbols(of: objects)
    do throws(SuiteError) {
      try TaskSymbols.write(symbols, toTrace: directory)
    } catch {
      notices = ["their functions are told by addresses: \(error)"]
    }
    return (tasks.problems + notices).map { "warning: tasks: \($0)" }
  }
}
