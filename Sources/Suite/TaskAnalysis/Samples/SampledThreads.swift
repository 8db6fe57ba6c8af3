import SampleAnalysis
import TraceReading

/// The samples of the threads that a trace's events name.
struct SampledThreads {
  let profile: SampleProfile
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  private var timelines: [ThreadTimeline?] = []

  /// - Parameters:
  ///   - profile: The samples of the trace.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: Added to a time of a sample, gives the time of an event.
  init(_ profile: SampleProfile, catalog: TraceCatalog, clockOffset: Int64) {
    self.profile = profile
    self.catalog = catalog
    self.clockOffset = clockOffset
  }

  /// Adds what a thread (an index into `TraceCatalog.threads`) did in a time.
  ///
  /// - Complexity: Proportional to its samples and switches in the time, and to the logarithm of all.
  mutating func add(_ thread: Int, from begin: Int64, to end: Int64, to sums: inout StackSums) {
    guard begin >= clockOffset, begin < end else { return }
    while timelines.count <= thread {
      timelines.append(profile.threads[SampleProfile.ThreadID(timelines.count, in: catalog)])
    }
    guard let timeline = timelines[thread] else { return }
    let range = UInt64(begin - clockOffset)..<UInt64(end - clockOffset)
    sums.add(timeline, in: range, period: profile.period)
  }
}
