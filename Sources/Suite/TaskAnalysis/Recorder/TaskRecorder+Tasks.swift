import TraceReading

// What tasks do.
extension TaskRecorder {
  func create(_ creation: TraceTaskCreation, _ process: Int) {
    let key = Key(process: process, number: creation.task)
    if let task = endedStrangers.removeValue(forKey: key) { return identify(task, creation) }
    let place: Int
    if let known = places[key] {
      // An actor may run a task before the event of its creation.
      place = Int(known)
      guard tasks[place].creation == nil else { return }
      strangers -= 1
    } else {
      place = add(TaskRecord(process: process, id: creation.task, begin: now))
      places[key] = Int32(place)
      if creation.isEnqueued { wake(place, isInPool: creation.executor == 0) }
    }
    tasks[place].creation = creation
    guard creation.kind != .sleep else { return }
    created += 1
    tasks[place].creator = creators.add(creation, process: process)
    for observer in observers { observer.create(tasks[place], at: now) }
  }

  /// Adds the creation to a task that ended before that event, as on an executor of the program that runs it at once.
  private func identify(_ task: TaskRecord, _ creation: TraceTaskCreation) {
    strangers -= 1
    guard creation.kind != .sleep else { return }
    created += 1
    if task.firstRun != nil { matched += 1 }
    var known = task
    known.creation = creation
    known.creator = creators.add(creation, process: task.process)
    creators.add(known, until: now)
    onEnd?(known)
    if let place = slowest.firstIndex(where: { $0.id == task.id && $0.process == task.process }) {
      slowest[place] = known
    }
  }

  /// Notes what the framework begins in a task; the first begin names it.
  func find(_ begin: TraceBegin, in place: Int) {
    let task = tasks[place]
    guard let (work, dispatcher) = framework.work(begin, in: task.id, process: task.process),
      task.work == nil, let creation = task.creation, creation.kind != .main
    else { return }
    if let name = work.kind.taskName, catalog.string(creation.name) != name { return }
    tasks[place].work = work
    tasks[place].dispatcher = dispatcher
    tasks[place].creator = creators.move(task, to: work)
  }

  /// Lets a task wait for a thread from now on, unless it waits already.
  func wake(_ place: Int, isInPool: Bool) {
    switch tasks[place].state {
    case .ended: return
    case .ready:
      // The event that it waits for the pool follows the event of its resumed continuation.
      if isInPool, !tasks[place].isInPool { beginPoolWait(place) }
      return
    case .running:
      // The earlier pause is missing.
      return
    case .created: tell(place, .created, until: now)
    case .suspended: endSuspension(place, at: now)
    }
    tasks[place].state = .ready
    tasks[place].since = now
    tasks[place].isInPool = false
    if isInPool { beginPoolWait(place) }
  }

  private func beginPoolWait(_ place: Int) {
    tasks[place].isInPool = true
    tasks[place].starvedBefore = processes[tasks[place].process].pool.beginWait(at: now)
    tellPool(of: tasks[place].process)
  }

  /// Ends a task's wait for an executor, whether or not it got it.
  func endExecutorWait(_ place: Int) {
    guard let log = tasks[place].awaitedLog else { return }
    tasks[place].awaitedLog = nil
    executors[log].removeWaiter()
    tellWaiters(of: log)
  }

  private func endSuspension(_ place: Int, at time: Int64) {
    let waited = time - tasks[place].since
    guard waited >= 0, let pause = tasks[place].pause else { return }
    tellSuspension(place, pause, until: time)
    let wait = TaskRecord.Wait(pause.reason)
    tasks[place].add(waited, waitingFor: wait)
    if waited > tasks[place].longestWait?.time ?? -1 {
      tasks[place].longestWait = TaskRecord.LongestWait(wait: wait, time: waited, pause: pause)
    }
    forgetAwaited(place, pause)
  }

  /// Notes that a task no longer waits for another one.
  private func forgetAwaited(_ place: Int, _ pause: TraceTaskPause) {
    guard pause.reason == .task else { return }
    let key = Key(process: tasks[place].process, number: pause.object)
    taskWaiters[key]?.removeAll { $0 == Int32(place) }
    if taskWaiters[key]?.isEmpty == true { taskWaiters[key] = nil }
  }

  func run(_ place: Int, executor: UInt64, status: TraceTaskStatus, thread: Int) {
    let process = tasks[place].process
    endExecutorWait(place)
    switch tasks[place].state {
    case .suspended: endUnseenSuspension(place)
    case .running(let other):
      // Its end on another thread is missing, or it never left.
      leave(place, thread: other)
    case .created: tell(place, .created, until: now)
    default: break
    }
    if case .ready = tasks[place].state { endReadiness(place, executor: executor) }
    let task = tasks[place]
    if executor != 0, executor == processes[process].mainExecutor, task.executor != executor,
      task.runs > 0
    {
      countMainHop(place)
    }
    tasks[place].state = .running(thread: thread)
    tasks[place].since = now
    tasks[place].runs += 1
    if task.firstRun == nil { tasks[place].firstRun = now }
    tasks[place].executor = executor
    tasks[place].isYielding = false
    tasks[place].priority = status.priority
    tasks[place].isCancelled = task.isCancelled || status.isCancelled
    tasks[place].below = self.task(onThread: thread).map(Int32.init) ?? -1
    if tasks[place].below < 0, !status.isElsewhere, isOfPool(executor, process) {
      tasks[place].isBusy = true
      processes[process].pool.changeBusy(by: 1, at: now)
      tellPool(of: process)
    }
    if isObserved, tasks[place].below >= 0 {
      tellRunning(Int(tasks[place].below), thread: thread)
    }
    setTask(Int32(place), onThread: thread)
    if executor != 0 {
      executors[self.executor(executor, process)].enter(
        task.id,
        creator: task.creator,
        thread: thread,
        at: now
      )
    }
  }

  /// Ends a wait whose end has no event: for an actor's task the runtime reports only that it runs.
  private func endUnseenSuspension(_ place: Int) {
    guard let pause = tasks[place].pause else { return }
    let process = tasks[place].process
    var time = now
    if pause.reason == .executor {
      // All of it was the wait for the executor.
      tasks[place].state = .ready
      return
    }
    if pause.reason == .group,
      let last = lastEnds[Key(process: process, number: pause.object)],
      last.time >= tasks[place].since
    {
      time = last.time
      tasks[place].wokenBy = last.task
    }
    endSuspension(place, at: time)
    tasks[place].state = .ready
    tasks[place].since = time
    tasks[place].isInPool = false
  }

  private func endReadiness(_ place: Int, executor: UInt64) {
    let (process, since) = (tasks[place].process, tasks[place].since)
    let waited = now - since
    let isCounted = tasks[place].isInPool
    var starved: Int64 = 0
    if isCounted {
      let before = tasks[place].starvedBefore
      starved = processes[process].pool.endWait(from: since, starvedBefore: before, at: now)
      if executor == 0 { tasks[place].starved &+= starved }
      tellPool(of: process)
    }
    if executor != 0 { settleHolder(of: executor, process) }
    tellReady(place, executor: executor, isStarved: starved > waited / 2)
    tasks[place].isInPool = false
    let wait = executor == 0 ? TaskRecord.Wait.pool : .executor
    tasks[place].add(waited, waitingFor: wait)
    let known = tasks[place].longestWait?.time ?? -1
    let log = executor == 0 ? nil : self.executor(executor, process)
    let occupants = log.flatMap { log in
      executors[log].endWait(
        from: since,
        to: now,
        creator: tasks[place].creator,
        known: known
      )
    }
    guard waited > known else { return }
    tasks[place].longestWait = TaskRecord.LongestWait(
      wait: wait,
      time: waited,
      log: log,
      occupants: occupants ?? ExecutorLog.Occupants(),
      pause: tasks[place].pause
    )
  }

  private func countMainHop(_ place: Int) {
    tasks[place].mainHops += 1
    guard let pause = tasks[place].pause else { return }
    let hop = Hop(process: tasks[place].process, caller: pause.caller, outer: pause.outer)
    let known = mainHops[hop] ?? (0, 0)
    mainHops[hop] = (known.count + 1, known.waiting &+ (now - tasks[place].since))
  }

  /// Notes that a task asks for another executor; the next event of it says whether it got it at once.
  func change(_ place: Int, to executor: UInt64) {
    guard case .running(let thread) = tasks[place].state else { return }
    settle(place)
    tellRunning(place, thread: thread)
    let (process, old) = (tasks[place].process, tasks[place].executor)
    if old != 0 { executors[self.executor(old, process)].leave(tasks[place].id, at: now) }
    tasks[place].executor = executor
    guard executor != 0 else { return }
    tasks[place].requested = now
    executors[self.executor(executor, process)].askers.append(Int32(place))
  }

  /// Notes that a task got the executor at the time that it asked for it.
  func settle(_ place: Int) {
    guard let time = tasks[place].requested else { return }
    forgetRequest(place)
    let task = tasks[place]
    guard case .running(let thread) = task.state else { return }
    executors[executor(task.executor, task.process)].enter(
      task.id,
      creator: task.creator,
      thread: thread,
      at: time
    )
  }

  private func forgetRequest(_ place: Int) {
    tasks[place].requested = nil
    let log = executor(tasks[place].executor, tasks[place].process)
    executors[log].askers.removeAll { $0 == Int32(place) }
  }

  /// Notes that the task that asked for an executor first got it: another one has been let in, though the trace has no event of its end yet.
  private func settleHolder(of address: UInt64, _ process: Int) {
    let log = executors[executor(address, process)]
    guard log.isFree else { return }
    let asked = log.askers.map(Int.init).filter {
      tasks[$0].requested != nil && tasks[$0].executor == address && tasks[$0].process == process
    }
    if let first = asked.min(by: { (tasks[$0].requested ?? 0) < (tasks[$1].requested ?? 0) }) {
      settle(first)
    }
  }

  /// Lets a running task leave its thread and its executor.
  private func leave(_ place: Int, thread: Int) {
    settle(place)
    tellRunning(place, thread: thread)
    let (process, executor) = (tasks[place].process, tasks[place].executor)
    tasks[place].running &+= now - tasks[place].since
    if executor != 0 {
      executors[self.executor(executor, process)].leave(tasks[place].id, at: now)
    }
    defer {
      if tasks[place].isBusy {
        tasks[place].isBusy = false
        let stay = TaskStay(thread: thread, begin: tasks[place].since, end: now)
        processes[process].lastOfPool = (tasks[place].creator, stay)
        processes[process].pool.changeBusy(by: -1, at: now)
        tellPool(of: process)
      }
    }
    guard task(onThread: thread) == place else { return unlink(place, from: thread) }
    let below = tasks[place].below
    setTask(below, onThread: thread)
    if isObserved, below >= 0, case .running = tasks[Int(below)].state {
      tell(Int(below), .beneath, until: now)
    }
  }

  /// Removes a task from beneath another one of its thread, where events are missing.
  private func unlink(_ place: Int, from thread: Int) {
    var top = task(onThread: thread)
    while let above = top, tasks[above].below >= 0 {
      if Int(tasks[above].below) == place {
        tasks[above].below = tasks[place].below
        return
      }
      top = Int(tasks[above].below)
    }
  }

  func pause(_ place: Int, _ pause: TraceTaskPause) {
    guard case .running(let thread) = tasks[place].state else { return }
    if pause.reason == .executor, tasks[place].requested != nil,
      tasks[place].executor == pause.object
    {
      // The executor was busy or has no thread: the task was never there.
      forgetRequest(place)
      tasks[place].executor = 0
    }
    leave(place, thread: thread)
    tasks[place].isCancelled = tasks[place].isCancelled || pause.status.isCancelled
    tasks[place].pause = pause
    tasks[place].since = now
    tasks[place].state = .suspended
    tasks[place].wokenBy = nil
    let key = Key(process: tasks[place].process, number: pause.object)
    switch pause.reason {
    case .continuation where tasks[place].isYielding: wake(place, isInPool: true)
    case .executor:
      if pause.object == 0 {
        wake(place, isInPool: true)
      } else {
        let log = executor(pause.object, key.process)
        tasks[place].awaitedLog = log
        executors[log].addWaiter()
        tellWaiters(of: log)
      }
    case .task: taskWaiters[key, default: []].append(Int32(place))
    default: break
    }
  }

  func end(_ place: Int) {
    switch tasks[place].state {
    case .running(let thread): leave(place, thread: thread)
    // Events in between are missing.
    case .ready where tasks[place].isInPool:
      processes[tasks[place].process].pool.cancelWait(at: now)
      tellPool(of: tasks[place].process)
    case .suspended:
      if let pause = tasks[place].pause { forgetAwaited(place, pause) }
    default: break
    }
    endExecutorWait(place)
    tellLast(place)
    let task = tasks[place]
    tasks[place].state = .ended
    tasks[place].end = now
    let key = Key(process: task.process, number: task.id)
    if let group = task.creation?.group, group != 0 {
      lastEnds[Key(process: task.process, number: group)] = (task.id, now)
    }
    for waiter in taskWaiters.removeValue(forKey: key) ?? [] {
      guard case .suspended = tasks[Int(waiter)].state else { continue }
      tasks[Int(waiter)].wokenBy = task.id
      wake(Int(waiter), isInPool: false)
    }
    if task.creation?.kind != .sleep {
      ended += 1
      if task.creation != nil, task.firstRun != nil { matched += 1 }
      creators.add(tasks[place], until: now)
      consider(tasks[place])
      onEnd?(tasks[place])
      for observer in observers { observer.finish(tasks[place], at: place) }
    }
    if task.creation == nil { keepStranger(tasks[place], key) }
    places[key] = nil
    free.append(Int32(place))
  }

  /// Keeps ended tasks, because the event of their creation may still come; bounded, as most were created before the trace.
  private func keepStranger(_ task: TaskRecord, _ key: Key) {
    if endedStrangers.count >= Self.strangerCount {
      endedStrangers.removeAll(keepingCapacity: true)
    }
    endedStrangers[key] = task
  }

  /// Keeps a task if it is one of the slowest; excludes the main task, which lasts as long as its program.
  func consider(_ task: TaskRecord) {
    guard task.creation?.kind != .main else { return }
    let life = life(of: task)
    if let last = slowest.last, slowest.count == Self.slowCount, life <= self.life(of: last) {
      return
    }
    let place = slowest.firstIndex { self.life(of: $0) < life } ?? slowest.count
    slowest.insert(task, at: place)
    if slowest.count > Self.slowCount { slowest.removeLast() }
  }

  func life(of task: TaskRecord) -> Int64 { (task.end ?? lastTime(of: task)) - task.begin }

  /// The last time at which a task can have done anything, if it hasn't ended.
  func lastTime(of task: TaskRecord) -> Int64 { task.left ?? now }
}
