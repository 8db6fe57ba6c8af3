package import SampleAnalysis
package import TraceReading

/// Adds up what threads did while they ran tasks, by the places that created these.
///
/// If a task runs another one within it, that time counts for the inner one.
package final class TaskSampler: TaskObserver {
  let profile: SampleProfile
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  /// By the place of the creator in the recorder; the first is for tasks whose creation isn't in the trace.
  private(set) var sums: [StackSums] = []
  private var timelines: [ThreadTimeline?] = []

  /// Creates a sampler for the tasks of a reader.
  ///
  /// - Parameters:
  ///   - profile: The samples of the trace.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: Added to a time of a sample, gives the time of an event.
  package init(_ profile: SampleProfile, catalog: TraceCatalog, clockOffset: Int64) {
    self.profile = profile
    self.catalog = catalog
    self.clockOffset = clockOffset
  }

  /// - Complexity: Proportional to the samples and switches in the time, and the logarithm of those of the thread.
  package func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    guard case .running(let thread, _) = stretch.activity, let timeline = timeline(thread),
      stretch.begin >= clockOffset
    else { return }
    let range = UInt64(stretch.begin - clockOffset)..<UInt64(stretch.end - clockOffset)
    let creator = Int(task.creator) + 1
    while sums.count <= creator { sums.append(StackSums()) }
    sums[creator].add(timeline, in: range, period: profile.period)
  }

  private func timeline(_ thread: Int) -> ThreadTimeline? {
    while timelines.count <= thread {
      timelines.append(profile.threads[SampleProfile.ThreadID(timelines.count, in: catalog)])
    }
    return timelines[thread]
  }
}
