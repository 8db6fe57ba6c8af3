import MemoryAnalysis
import SuiteErrors
import TaskAnalysis
import TraceAnalysis
import TraceReading

/// The tasks of a reported trace.
struct ReportedTasks {
  /// Observes the events.
  let recorder: TaskRecorder
  /// Their timeline; `nil` if there is no page.
  private let timeline: TaskTimeline?
  /// Their samples; `nil` if there are none.
  private let sampler: TaskSampler?
  /// Their memory; `nil` if there is none.
  private let memory: TaskMemory?

  /// Starts with the events of a reader, which `next` gets too.
  ///
  /// A page shows tasks that live in the window, in nanoseconds since the start of the trace; without one, any.
  init(
    _ catalog: TraceCatalog,
    next: (any TraceIntervalSink)?,
    samples: ReportedSamples?,
    memory: ReportedMemory?,
    hasPage: Bool,
    window: Range<Int64>?
  ) {
    timeline = hasPage ? TaskTimeline(window: window, origin: samples?.begin) : nil
    sampler = samples?.sampler(catalog)
    self.memory = memory?.observer(catalog)
    let observers: [(any TaskObserver)?] = [timeline, sampler, self.memory]
    recorder = TaskRecorder(
      catalog: catalog,
      next: next,
      observers: observers.compactMap { $0 }
    )
  }

  /// Makes the report, once; `nil` if the trace has no tasks.
  ///
  /// For several traces that are read as one, the names of functions come from the first.
  ///
  /// - Returns: The report, its part of the page, if there is one, and what tasks allocated.
  /// - Throws: `SuiteError` if the names of functions can't be read.
  func finish(
    tracesAt paths: [String]
  ) throws(SuiteError) -> (report: TaskReport, page: TaskPage?, memory: [MemoryReport.Part])? {
    guard recorder.hasTasks, let path = paths.first else { return nil }
    recorder.finish()
    let symbols = try TaskSymbols(inTrace: path)
    let parts = memory?.parts(TaskNamer(recorder, symbols)) ?? []
    guard let timeline else {
      return (TaskReport(recorder, symbols: symbols, samples: sampler), nil, parts)
    }
    let page = TaskPage(timeline, of: recorder, symbols: symbols, samples: sampler)
    return (page.report, page, parts)
  }
}
