package import SampleAnalysis
import TraceAnalysis
package import TraceReading

/// Adds up what threads did while they ran tasks, by the places that created these.
///
/// If a task runs another one within it, that time counts for the inner one.
package final class TaskSampler: TaskObserver {
  package let profile: SampleProfile
  /// By the place of the creator in the recorder; the first is for tasks whose creation isn't in the trace.
  private(set) var sums: [StackSums] = []
  private var threads: SampledThreads

  /// Creates a sampler for the tasks of a reader.
  ///
  /// - Parameters:
  ///   - profile: The samples of the trace.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: Added to a time of a sample, gives the time of an event.
  package init(_ profile: SampleProfile, catalog: TraceCatalog, clockOffset: Int64) {
    self.profile = profile
    threads = SampledThreads(profile, catalog: catalog, clockOffset: clockOffset)
  }

  /// - Complexity: Proportional to the samples and switches in the time, and to the logarithm of the samples of the thread.
  package func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    guard case .running(let thread, _) = stretch.activity else { return }
    let creator = Int(task.creator) + 1
    while sums.count <= creator { sums.append(StackSums()) }
    threads.add(thread, from: stretch.begin, to: stretch.end, to: &sums[creator])
  }

  /// The stacks of threads while they ran tasks, by the creator of these as far as it is known.
  package func stacks(_ namer: TaskNamer) -> [(creator: String, sums: StackSums)] {
    sums.enumerated().dropFirst().map { (namer.creator(Int32($0.offset - 1)), $0.element) }
  }
}
