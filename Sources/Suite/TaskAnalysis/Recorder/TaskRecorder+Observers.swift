import TraceAnalysis
import TraceReading

// What observers get.
extension TaskRecorder {
  func tell(
    _ place: Int,
    _ activity: TaskStretch.Activity,
    until time: Int64,
    endedBy: UInt64? = nil,
    other: Int32 = -1,
    stay: TaskStay? = nil,
    isStarved: Bool = false
  ) {
    guard isObserved, tasks[place].creation?.kind != .sleep else { return }
    let begin = tasks[place].told
    guard time > begin else { return }
    tasks[place].told = time
    let stretch = TaskStretch(
      activity: activity,
      begin: begin,
      end: time,
      endedBy: endedBy,
      other: other,
      stay: stay,
      isStarved: isStarved
    )
    for observer in observers { observer.take(stretch, of: tasks[place], at: place) }
  }

  func tellRunning(_ place: Int, thread: Int) {
    guard isObserved else { return }
    tell(place, .running(thread: thread, executor: executorPlace(of: tasks[place])), until: now)
  }

  func executorPlace(of task: TaskRecord) -> Int {
    task.executor == 0 ? -1 : executor(task.executor, task.process)
  }

  /// Reports a wait for a thread or for an executor; the task that left the executor last, during the wait, let it in.
  func tellReady(_ place: Int, executor: UInt64, isStarved: Bool = false) {
    guard isObserved else { return }
    guard executor != 0 else { return tellPoolWait(place, isStarved: isStarved) }
    let (task, log) = (tasks[place], self.executor(executor, tasks[place].process))
    let last = executors[log].lastLeave.flatMap {
      $0.task != task.id && $0.time >= task.since ? $0.task : nil
    }
    // The stays of an executor are many; nobody asks who kept it for so short.
    let isShort = now - task.told < TraceReport.leastSlow
    let holders = isShort ? nil : executors[log].occupants(from: task.told, to: now)
    tell(
      place,
      .awaitingExecutor(log),
      until: now,
      endedBy: last,
      other: holders?.creator ?? -1,
      stay: holders?.longest
    )
  }

  /// Reports a wait for a thread of the pool.
  ///
  /// If a task kept one for most of it, and left it last, that is what it waited for.
  private func tellPoolWait(_ place: Int, isStarved: Bool) {
    let (task, begin) = (tasks[place], tasks[place].told)
    guard isStarved, now - begin >= TraceReport.leastSlow,
      let last = processes[task.process].lastOfPool
    else { return tell(place, .ready, until: now, isStarved: isStarved) }
    let stay = TaskStay(
      thread: last.stay.thread,
      begin: max(last.stay.begin, begin),
      end: last.stay.end
    )
    let isHolder = stay.time > (now - begin) / 2
    tell(
      place,
      .ready,
      until: now,
      other: isHolder ? last.creator : -1,
      stay: isHolder ? stay : nil,
      isStarved: true
    )
  }

  func tellSuspension(_ place: Int, _ pause: TraceTaskPause, until time: Int64) {
    guard isObserved else { return }
    guard pause.reason == .executor else {
      let key = Key(process: tasks[place].process, number: pause.object)
      let awaited = pause.reason == .task ? places[key].map { tasks[Int($0)].creator } : nil
      return tell(
        place,
        .suspended(pause),
        until: time,
        endedBy: tasks[place].wokenBy,
        other: awaited ?? -1
      )
    }
    tellReady(place, executor: pause.object)
  }

  /// Reports the last stretch of a task that has ended, or that lived at the end of the trace.
  func tellLast(_ place: Int) {
    guard isObserved else { return }
    switch tasks[place].state {
    case .created: tell(place, .created, until: now)
    case .ready: tell(place, .ready, until: now)
    case .running(let thread):
      if let top = task(onThread: thread), top != place {
        tell(place, .beneath, until: now)
      } else {
        tellRunning(place, thread: thread)
      }
    case .suspended:
      if let pause = tasks[place].pause { tellSuspension(place, pause, until: now) }
    case .ended: break
    }
  }

  /// Reports a wake-up by a thread, except one that lets a task onto an executor.
  func tellWake(_ place: Int, onThread thread: Int) {
    guard isObserved, tasks[place].creation?.kind != .sleep,
      case .suspended = tasks[place].state, tasks[place].pause?.reason != .executor
    else { return }
    for observer in observers { observer.wake(tasks[place], onThread: thread, at: now) }
  }

  func tellWaiters(of executor: Int) {
    for observer in observers {
      observer.changeWaiters(of: executor, to: executors[executor].waiters, at: now)
    }
  }

  func tellPool(of process: Int) {
    guard isObserved else { return }
    for observer in observers {
      observer.change(processes[process].pool, process: process, at: now)
    }
  }
}
