import MemoryAnalysis
import SuiteErrors
import TraceAnalysis
import TraceReading

/// The memory of a reported trace.
struct ReportedMemory {
  let profile: MemoryProfile
  private let clockOffset: Int64?

  /// Reads it; `nil` if there is none, or several traces are read as one.
  ///
  /// - Throws: `SuiteError` if it can't be read.
  init?(tracesAt paths: [String]) throws {
    guard let path = paths.first(where: MemoryProfile.exists(inTrace:)) else { return nil }
    guard paths.count == 1 else {
      StandardError.warning("\(path): its memory is left out; report it alone")
      return nil
    }
    profile = try MemoryProfile(inTrace: path)
    clockOffset = TraceClock.offset(ofTraceAt: path)
  }

  /// Assigns blocks to intervals; `nil` if the trace's clock is unknown.
  func intervals(_ catalog: TraceCatalog, next: (any TraceIntervalSink)?) -> IntervalMemory? {
    clockOffset.map { IntervalMemory(profile, catalog: catalog, clockOffset: $0, next: next) }
  }

  /// Assigns blocks to tasks; `nil` if the trace's clock is unknown.
  func observer(_ catalog: TraceCatalog) -> TaskMemory? {
    clockOffset.map { TaskMemory(profile, catalog: catalog, clockOffset: $0) }
  }

  /// Its part of a page; one without events may have any clock.
  func page(_ report: MemoryReport, isAlone: Bool = false) -> MemoryPage {
    MemoryPage(profile, report: report, clockOffset: isAlone ? 0 : clockOffset)
  }
}
