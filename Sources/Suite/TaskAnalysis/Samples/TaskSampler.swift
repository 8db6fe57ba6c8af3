package import SampleAnalysis
package import TraceAnalysis
package import TraceReading

/// Adds up what threads did while they ran tasks, by the places that created these, and by the intervals that the tasks began.
///
/// If a task runs another one within it, that time counts for the inner one.
package final class TaskSampler: TaskObserver, IntervalTasks {
  /// What a task waited for.
  struct Wait: Hashable, Sendable {
    let kind: TaskRecord.Wait
    /// The executor, by its place in the recorder; `nil` for something else.
    var executor: Int?
    var call: TaskCall?
    /// Whose tasks it waited for, as in `TaskStretch`.
    let other: Int32

    init(_ stretch: TaskStretch, process: Int) {
      other = stretch.other
      switch stretch.activity {
      case .created, .ready: kind = .pool
      // On its thread, in another task.
      case .running, .beneath: kind = .task
      case .awaitingExecutor(let executor):
        kind = .executor
        self.executor = executor
      case .suspended(let pause):
        kind = TaskRecord.Wait(pause.reason)
        call = TaskCall(pause, process: process)
      }
    }
  }

  /// An interval that a task began, until it is asked for.
  private struct Begun {
    /// The place of its task in the recorder.
    let place: Int
    let begin: Int64
    var work = IntervalWork()
  }

  let profile: SampleProfile
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  /// By the place of the creator in the recorder; the first is for tasks whose creation isn't in the trace.
  private(set) var sums: [StackSums] = []
  private var timelines: [ThreadTimeline?] = []
  private var begun: [TraceIntervalID: Begun] = [:]
  /// The intervals that haven't ended, by the places of their tasks.
  private var intervals: [Int: [TraceIntervalID]] = [:]
  private var waits = Places<Wait>()

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

  /// - Complexity: Proportional to the samples and switches in the time, to the intervals that the task has begun, and to the logarithm of
  ///   the samples of the thread.
  package func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    if case .running(let thread, _) = stretch.activity {
      let creator = Int(task.creator) + 1
      while sums.count <= creator { sums.append(StackSums()) }
      add(thread, from: stretch.begin, to: stretch.end, &sums[creator])
    }
    for interval in intervals[place] ?? [] { add(stretch, of: task, to: interval) }
  }

  package func finish(_ task: TaskRecord, at place: Int) { intervals[place] = nil }

  /// The stacks of threads while they ran tasks, by the creator of these as far as it is known.
  package func stacks(_ namer: TaskNamer) -> [(creator: String, sums: StackSums)] {
    sums.enumerated().dropFirst().map { (namer.creator(Int32($0.offset - 1)), $0.element) }
  }

  private func add(
    _ thread: Int,
    from begin: Int64,
    to end: Int64,
    _ sums: inout StackSums
  ) {
    guard begin >= clockOffset, let timeline = timeline(thread) else { return }
    let range = UInt64(begin - clockOffset)..<UInt64(end - clockOffset)
    sums.add(timeline, in: range, period: profile.period)
  }

  private func timeline(_ thread: Int) -> ThreadTimeline? {
    while timelines.count <= thread {
      timelines.append(profile.threads[SampleProfile.ThreadID(timelines.count, in: catalog)])
    }
    return timelines[thread]
  }

  // MARK: Intervals

  package func begin(
    _ interval: TraceIntervalID,
    in task: TaskRecord,
    at place: Int,
    time: Int64
  ) {
    // An interval with this id may never have ended.
    if let lost = begun[interval] { intervals[lost.place]?.removeAll { $0 == interval } }
    begun[interval] = Begun(place: place, begin: time)
    intervals[place, default: []].append(interval)
  }

  package func end(_ interval: TraceIntervalID, in task: TaskRecord, at place: Int, time: Int64) {
    guard let open = intervals[place]?.firstIndex(of: interval) else { return }
    let activity: TaskStretch.Activity? =
      switch task.state {
      case .running(let thread): .running(thread: thread, executor: -1)
      case .suspended: task.pause.map(TaskStretch.Activity.suspended)
      case .created, .ready: .ready
      case .ended: nil
      }
    if let activity {
      let rest = TaskStretch(
        activity: activity,
        begin: task.told,
        end: time,
        endedBy: nil,
        other: -1
      )
      add(rest, of: task, to: interval)
    }
    intervals[place]?.remove(at: open)
  }

  /// Adds what a task did since it began an interval.
  private func add(_ stretch: TaskStretch, of task: TaskRecord, to interval: TraceIntervalID) {
    // Taken out meanwhile, so that its sums aren't copied.
    guard var open = begun.removeValue(forKey: interval) else { return }
    defer { begun[interval] = open }
    let from = max(open.begin, stretch.begin)
    guard from < stretch.end else { return }
    if case .running(let thread, _) = stretch.activity {
      add(thread, from: from, to: stretch.end, &open.work.sums)
    } else {
      let wait = waits.place(of: Wait(stretch, process: task.process))
      open.work.waits[wait, default: 0] += UInt64(stretch.end - from)
    }
  }

  package func takeWork(of interval: TraceIntervalID, begun time: Int64) -> IntervalWork? {
    // One that never ended may have had the id.
    guard let begun = begun.removeValue(forKey: interval), begun.begin == time else { return nil }
    return begun.work
  }

  package func kind(ofWait wait: Int32) -> String {
    switch waits.all[Int(wait)].kind {
    case .pool: "thread"
    case .executor: "actor"
    case .task: "task"
    case .group: "group"
    case .continuation: "continuation"
    case .unknown: "unknown"
    }
  }

  /// What a task did in a wait, as the clause of a sentence.
  package func words(for wait: Int32, _ namer: TaskNamer) -> String {
    namer.words(for: waits.all[Int(wait)])
  }
}
