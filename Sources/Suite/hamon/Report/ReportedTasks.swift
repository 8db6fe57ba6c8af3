import SuiteErrors
import TaskAnalysis
import TraceAnalysis
import TraceReading

/// The tasks of a trace that is reported.
struct ReportedTasks {
  /// Observes the events.
  let recorder: TaskRecorder
  /// What a page has of them; `nil` for none.
  private let timeline: TaskTimeline?
  /// What the samples say of them; `nil` where there are none.
  private let sampler: TaskSampler?

  /// Begins with the events of a reader.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the reader.
  ///   - next: Is told everything as well.
  ///   - samples: The samples of the trace.
  ///   - hasPage: Whether there is to be a page.
  ///   - window: The time in which tasks have to live to be on it, in nanoseconds from its begin on; `nil` for any.
  init(
    _ catalog: TraceCatalog,
    next: (any TraceIntervalSink)?,
    samples: ReportedSamples?,
    hasPage: Bool,
    window: Range<Int64>?
  ) {
    timeline = hasPage ? TaskTimeline(window: window, origin: samples?.begin) : nil
    sampler = samples?.sampler(catalog)
    let observers: [(any TaskObserver)?] = [timeline, sampler]
    recorder = TaskRecorder(
      catalog: catalog,
      next: next,
      observers: observers.compactMap { $0 }
    )
  }

  /// Adds up what was found, once; `nil` where the trace says nothing of tasks.
  ///
  /// Of several traces that are read as one, functions have the names of the first.
  ///
  /// - Throws: `SuiteError` where the names of functions can't be read.
  func report(tracesAt paths: [String]) throws(SuiteError) -> TaskReport? {
    try Self.report(recorder, samples: sampler, tracesAt: paths)
  }

  /// What a page has of them, after the report was made; `nil` for none.
  func page(tracesAt paths: [String]) throws(SuiteError) -> TaskPage? {
    guard let timeline, recorder.hasTasks, let path = paths.first else { return nil }
    let symbols = try Self.symbols(of: recorder, inTrace: path)
    return TaskPage(timeline, of: recorder, symbols: symbols, samples: sampler)
  }

  /// Adds up what a recorder has found, once; `nil` where the trace says nothing of tasks.
  static func report(
    _ recorder: TaskRecorder?,
    samples: TaskSampler? = nil,
    tracesAt paths: [String]
  ) throws(SuiteError) -> TaskReport? {
    guard let recorder, recorder.hasTasks, let path = paths.first else { return nil }
    recorder.finish()
    let symbols = try symbols(of: recorder, inTrace: path)
    return TaskReport(recorder, symbols: symbols, samples: samples)
  }

  private static func symbols(
    of recorder: TaskRecorder,
    inTrace path: String
  ) throws(SuiteError) -> TaskSymbols {
    try TaskSymbols(inTrace: path, catalog: recorder.catalog, modules: recorder.modules)
  }
}
