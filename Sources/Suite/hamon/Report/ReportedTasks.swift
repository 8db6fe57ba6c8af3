import MemoryAnalysis
import SampleAnalysis
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
  /// Their intervals.
  private let intervals: TaskIntervals
  /// Their memory; `nil` if there is none.
  private let memory: TaskMemory?

  /// Starts with the events of a reader, which `next` gets too.
  ///
  /// The profiler, which is among the latter, tells intervals by their tasks.
  /// A page shows tasks that live in the window, in nanoseconds since the start of the trace; without one, any.
  init(
    _ catalog: TraceCatalog,
    next: (any TraceIntervalSink)?,
    samples: ReportedSamples?,
    profiler: IntervalProfiler?,
    memory: ReportedMemory?,
    hasPage: Bool,
    window: Range<Int64>?
  ) {
    timeline = hasPage ? TaskTimeline(window: window, origin: samples?.begin) : nil
    sampler = samples?.sampler(catalog)
    intervals = ReportedSamples.intervals(samples, catalog)
    profiler?.tasks = intervals
    self.memory = memory?.observer(catalog)
    let observers: [(any TaskObserver)?] = [timeline, sampler, intervals, self.memory]
    recorder = TaskRecorder(
      catalog: catalog,
      next: next,
      observers: observers.compactMap { $0 }
    )
  }

  /// What there is to tell of tasks.
  struct Finished {
    var report: TaskReport
    /// Its part of the page; `nil` if there is no page.
    let page: TaskPage?
    /// What tasks allocated.
    let memory: [MemoryReport.Part]
    /// What a task did in a wait that the profiler of intervals knows.
    let words: (Int32) -> String
  }

  /// Makes the report, once; `nil` if the trace has no tasks.
  ///
  /// For several traces that are read as one, the names of functions come from the first.
  ///
  /// - Throws: `SuiteError` if the names of functions can't be read.
  func finish(tracesAt paths: [String]) throws(SuiteError) -> Finished? {
    guard recorder.hasTasks, let path = paths.first else { return nil }
    recorder.finish()
    let symbols = try TaskSymbols(inTrace: path)
    let namer = TaskNamer(recorder, symbols)
    let page = timeline.map { TaskPage($0, of: recorder, symbols: symbols, samples: sampler) }
    return Finished(
      report: page?.report ?? TaskReport(recorder, symbols: symbols, samples: sampler),
      page: page,
      memory: memory?.parts(namer) ?? [],
      words: { intervals.words(for: $0, namer) }
    )
  }
}
