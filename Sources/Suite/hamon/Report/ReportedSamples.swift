import MemoryAnalysis
import SampleAnalysis
import SuiteErrors
import TaskAnalysis
import TraceAnalysis
import TraceReading

/// The samples of a reported trace.
struct ReportedSamples {
  let profile: SampleProfile
  private let clockOffset: Int64?

  /// Reads them; `nil` if there are none, or several traces are read as one.
  ///
  /// - Throws: `SuiteError` if they can't be read.
  init?(tracesAt paths: [String]) throws {
    guard let path = paths.first(where: SampleProfile.exists(inTrace:)) else { return nil }
    guard paths.count == 1 else {
      StandardError.warning("\(path): its samples are left out; report it alone")
      return nil
    }
    profile = try SampleProfile(inTrace: path)
    clockOffset = TraceClock.offset(ofTraceAt: path)
  }

  /// Their start, in nanoseconds since the Unix epoch; `nil` if the trace's clock is unknown.
  var begin: Int64? { clockOffset.map { Int64(profile.span.lowerBound) + $0 } }

  /// Assigns samples, if there are some, and tasks to intervals; `nil` if the clock of the samples' trace is unknown.
  static func profiler(
    _ samples: ReportedSamples?,
    _ catalog: TraceCatalog,
    next: (any TraceIntervalSink)?
  ) -> IntervalProfiler? {
    guard let samples else {
      return IntervalProfiler(SampleProfile(), catalog: catalog, clockOffset: 0, next: next)
    }
    return samples.clockOffset.map {
      IntervalProfiler(samples.profile, catalog: catalog, clockOffset: $0, next: next)
    }
  }

  /// Assigns the work of tasks to intervals.
  static func intervals(_ samples: ReportedSamples?, _ catalog: TraceCatalog) -> TaskIntervals {
    TaskIntervals(
      samples?.clockOffset.flatMap { _ in samples?.profile },
      catalog: catalog,
      clockOffset: samples?.clockOffset ?? 0
    )
  }

  /// Assigns samples to tasks; `nil` if the trace's clock is unknown.
  func sampler(_ catalog: TraceCatalog) -> TaskSampler? {
    clockOffset.map { TaskSampler(profile, catalog: catalog, clockOffset: $0) }
  }

  /// Adds what threads did.
  func add(to report: inout TraceReport) { report.add(profile, clockOffset: clockOffset) }

  /// Their part of a page.
  func page(_ report: SampleReport, catalog: TraceCatalog?) -> SamplePage {
    SamplePage(profile, report: report, catalog: catalog, clockOffset: clockOffset)
  }
}

extension Why {
  /// What all parts of a report say; one of trace, samples and memory is there.
  init(
    trace: TraceReport?,
    tasks: TaskReport?,
    samples: SampleReport?,
    memory: MemoryReport?,
    first: [Reason] = []
  ) {
    let intervals = samples?.intervalReasons ?? tasks?.intervalReasons
    self.init(
      first
        + (trace?.reasons(
          cause: { intervals?.cause(of: $0) },
          unended: intervals?.oldestUnended
        ) ?? [])
        + (tasks?.reasons(lasting: trace?.duration ?? 0) ?? []) + (samples?.reasons() ?? [])
        + (memory?.reasons() ?? []),
      longest: trace?.longest ?? samples?.longest ?? memory?.longest ?? ""
    )
  }
}

/// The JSON of a report: that of the trace, with the reasons, samples, tasks and memory as further members.
struct ReportDocument: Encodable {
  let why: Why
  let trace: TraceReport?
  let samples: SampleReport?
  let tasks: TaskReport?
  let memory: MemoryReport?

  private enum CodingKeys: CodingKey {
    case why, samples, tasks, memory
  }

  func encode(to encoder: any Encoder) throws {
    try trace?.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(why.reasons, forKey: .why)
    try container.encodeIfPresent(samples, forKey: .samples)
    try container.encodeIfPresent(tasks, forKey: .tasks)
    try container.encodeIfPresent(memory, forKey: .memory)
  }
}
