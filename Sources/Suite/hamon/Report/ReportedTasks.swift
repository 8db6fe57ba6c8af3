import SuiteErrors
import TaskAnalysis

/// The tasks of a trace that is reported.
enum ReportedTasks {
  /// Adds up what a recorder has found; `nil` where the trace says nothing of tasks.
  ///
  /// Of several traces that are read as one, functions have the names of the first.
  ///
  /// - Throws: `SuiteError` where the names of functions can't be read.
  static func report(
    _ recorder: TaskRecorder?,
    tracesAt paths: [String]
  ) throws(SuiteError) -> TaskReport? {
    guard let recorder, recorder.hasTasks, let path = paths.first else { return nil }
    recorder.finish()
    let symbols = try TaskSymbols(
      inTrace: path,
      catalog: recorder.catalog,
      modules: recorder.modules
    )
    return TaskReport(recorder, symbols: symbols)
  }
}
