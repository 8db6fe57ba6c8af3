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

  /// Begins with the events of a reader, which `next` is told as well.
  ///
  /// On a page are tasks that live in the window, in nanoseconds from the trace's begin on; without one, any.
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
  /// - Returns: The report, and what a page has of it where there is to be one.
  /// - Throws: `SuiteError` where the names of functions can't be read.
  func finish(
    tracesAt paths: [String]
  ) throws(SuiteError) -> (report: TaskReport, page: TaskPage?)? {
    guard recorder.hasTasks, let path = paths.first else { return nil }
    recorder.finish()
    let symbols = try TaskSymbols(inTrace: path)
    guard let timeline else {
      return (TaskReport(recorder, symbols: symbols, samples: sampler), nil)
    }
    let page = TaskPage(timeline, of: recorder, symbols: symbols, samples: sampler)
    return (page.report, page)
  }
}
