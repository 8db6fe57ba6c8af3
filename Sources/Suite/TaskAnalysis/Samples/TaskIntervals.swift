package import SampleAnalysis
package import TraceAnalysis
package import TraceReading

/// Adds up what tasks did while they had intervals that they began: what they waited for, and what their threads did, if that was sampled.
package final class TaskIntervals: TaskObserver, IntervalTasks {
  /// An interval that a task began, until it is asked for.
  private struct Begun {
    /// The place of its task in the recorder.
    let place: Int
    let begin: Int64
    var work = IntervalWork()
  }

  private var threads: SampledThreads?
  private var begun: [TraceIntervalID: Begun] = [:]
  /// The intervals that haven't ended, by the places of their tasks.
  private var intervals: [Int: [TraceIntervalID]] = [:]
  private var waits = Places<TaskWait>()
  /// What the tasks did that were waited for, by the number of the wait.
  private var holders: [Int32: StackSums] = [:]

  /// Creates an observer for the tasks of a reader.
  ///
  /// - Parameters:
  ///   - profile: The samples of the trace; `nil` for none.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: Added to a time of a sample, gives the time of an event.
  package init(_ profile: SampleProfile?, catalog: TraceCatalog, clockOffset: Int64) {
    threads = profile.map { SampledThreads($0, catalog: catalog, clockOffset: clockOffset) }
  }

  /// - Complexity: Proportional to the samples and switches in the time, and to the intervals that the task has begun.
  package func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    let open = intervals[place] ?? []
    guard !open.isEmpty else { return }
    let wait = wait(in: stretch, of: task)
    if let wait, let stay = stretch.stay {
      threads?.add(
        stay.thread,
        from: stay.begin,
        to: stay.end,
        to: &holders[wait, default: StackSums()]
      )
    }
    for interval in open { add(stretch, wait, to: interval) }
  }

  package func finish(_ task: TaskRecord, at place: Int) { intervals[place] = nil }

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
        other: -1,
        stay: nil,
        isStarved: false
      )
      add(rest, wait(in: rest, of: task), to: interval)
    }
    intervals[place]?.remove(at: open)
  }

  /// The number of what a task waited for; `nil` if it ran.
  private func wait(in stretch: TaskStretch, of task: TaskRecord) -> Int32? {
    if case .running = stretch.activity { return nil }
    return waits.place(of: TaskWait(stretch, process: task.process))
  }

  /// Adds what a task did since it began an interval.
  private func add(_ stretch: TaskStretch, _ wait: Int32?, to interval: TraceIntervalID) {
    // Taken out meanwhile, so that its sums aren't copied.
    guard var open = begun.removeValue(forKey: interval) else { return }
    defer { begun[interval] = open }
    let from = max(open.begin, stretch.begin)
    guard from < stretch.end else { return }
    if let wait {
      open.work.waits[wait, default: 0] += UInt64(stretch.end - from)
    } else if case .running(let thread, _) = stretch.activity {
      open.work.onThread += UInt64(stretch.end - from)
      threads?.add(thread, from: from, to: stretch.end, to: &open.work.sums)
    }
  }

  package var hasIntervals: Bool { !begun.isEmpty }

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
    let text = namer.words(for: waits.all[Int(wait)])
    let doing = holders[wait].flatMap { threads?.profile.stacks.clause(about: $0) }
    return text + (doing.map { ", which \($0)" } ?? "")
  }
}
