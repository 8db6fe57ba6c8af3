package import SampleAnalysis
package import TraceReading

/// Adds up what the threads did while they ran tasks, by the places at which those were created.
///
/// Of a task that runs another one within it, the time of that is that one's.
package final class TaskSampler: TaskObserver {
  /// What was seen in the tasks of a creator.
  struct Sums {
    /// Samples, and the times of threads while they ran these tasks.
    var samples = 0
    var times = ThreadTimeline.Times()
    var running: [Int32: UInt64] = [:]
    var waiting: [Int32: UInt64] = [:]
    /// Waiting without a stack, in nanoseconds.
    var waitingUnknown: UInt64 = 0
  }

  let profile: SampleProfile
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  /// By the place of the creator in the recorder; the first is of tasks whose creation isn't in the trace.
  private(set) var sums: [Sums] = []
  private var timelines: [ThreadTimeline?] = []

  /// Makes one for the tasks of a reader.
  ///
  /// - Parameters:
  ///   - profile: The samples of the trace.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: What a time of the samples has to be added to for that of an event.
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
    while sums.count <= creator { sums.append(Sums()) }
    sums[creator].times += timeline.times(in: range)
    timeline.forEachSample(in: range) { stack in
      sums[creator].samples += 1
      sums[creator].running[stack, default: 0] += profile.period
    }
    timeline.forEachWait(in: range) { stack, time in
      if stack < 0 {
        sums[creator].waitingUnknown += time
      } else {
        sums[creator].waiting[stack, default: 0] += time
      }
    }
  }

  private func timeline(_ thread: Int) -> ThreadTimeline? {
    while timelines.count <= thread {
      let thread = catalog.threads[timelines.count]
      let process = catalog.processes[thread.processIndex]
      let id = SampleProfile.ThreadID(
        process: Int32(truncatingIfNeeded: process.processID ?? -1),
        thread: Int32(truncatingIfNeeded: thread.threadID ?? -1)
      )
      timelines.append(profile.threads[id])
    }
    return timelines[thread]
  }
}
