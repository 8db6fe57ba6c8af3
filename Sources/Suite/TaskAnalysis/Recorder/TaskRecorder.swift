package import TraceAnalysis
package import TraceReading

/// Follows the tasks of a trace from event to event, in the order of time.
///
/// Memory grows with the tasks that live at a time, with the places at which tasks are created, and with the addresses that actors and
/// groups have had; with `onEnd` each task is handed on when it has ended.
///
/// Sums wrap around: a damaged clock makes them wrong, and must not end the process.
package final class TaskRecorder: TraceIntervalSink {
  /// What tells a task, executor or group from those of other processes.
  struct Key: Hashable {
    let process: Int
    let number: UInt64

    func hash(into hasher: inout Hasher) {
      // The process is left to ==: few have the same numbers.
      hasher.combine(number)
    }
  }

  /// What is known of a process.
  struct Process {
    var problem: TraceSymbol?
    var pool = PoolMeter()
    var mainExecutor: UInt64?
  }

  /// A place in a program from which tasks came to the main executor.
  struct Hop: Hashable {
    let process: Int
    let caller: UInt64
    let outer: UInt64
  }

  /// Intervals that were begun by tasks of one creator.
  struct IntervalKey: Hashable {
    let kind: TraceIntervalKind
    let name: TraceSymbol?
    let creator: Int32
  }

  private static let slowCount = 10

  package let catalog: TraceCatalog
  private let next: (any TraceIntervalSink)?
  private let onEnd: ((TaskRecord) -> Void)?
  /// Those who are told what each task does, besides.
  private let observers: [any TaskObserver]
  /// Without any, nothing is found out for them: a million tasks cost what they did.
  private let isObserved: Bool

  private(set) var tasks: [TaskRecord] = []
  private var free: [Int32] = []
  private var places: [Key: Int32] = [:]
  /// The task of each thread; -1 for none.
  private var running: [Int32] = []
  private(set) var creators = TaskCreators()
  private(set) var executors: [ExecutorLog] = []
  private(set) var executorKeys: [Key] = []
  private var executorPlaces: [Key: Int] = [:]
  private(set) var processes: [Process] = []
  private(set) var sites: [Key: TraceTaskSite] = [:]
  package private(set) var modules: [Int: [TraceModule]] = [:]
  /// The last task that has ended in a group.
  private var lastEnds: [Key: (task: UInt64, time: Int64)] = [:]
  /// Those that wait for a task.
  private var taskWaiters: [Key: [Int32]] = [:]
  private var framework: FrameworkTasks
  private var intervalTasks: [TraceIntervalID: Int32] = [:]
  private(set) var intervals: [IntervalKey: (count: UInt64, total: Int64)] = [:]
  private(set) var mainHops: [Hop: (count: UInt64, waiting: Int64)] = [:]
  private(set) var slowest: [TaskRecord] = []
  private(set) var created: UInt64 = 0
  private(set) var ended: UInt64 = 0
  /// Tasks that were created, ran and ended, all of it in the trace.
  private(set) var matched: UInt64 = 0
  /// Tasks that the trace has no creation of.
  private(set) var strangers: UInt64 = 0
  private(set) var eventCount: UInt64 = 0
  private var now: Int64 = 0

  /// Makes one for the events of a reader.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the reader.
  ///   - next: Is told everything as well.
  ///   - observers: Are told what each task does.
  ///   - onEnd: Takes each task at its end, and those that never ended at the end of the trace.
  package init(
    catalog: TraceCatalog,
    next: (any TraceIntervalSink)? = nil,
    observers: [any TaskObserver] = [],
    onEnd: ((TaskRecord) -> Void)? = nil
  ) {
    self.catalog = catalog
    self.next = next
    self.observers = observers
    isObserved = !observers.isEmpty
    self.onEnd = onEnd
    framework = FrameworkTasks(catalog)
  }

  /// Whether the trace has said anything of tasks.
  package var hasTasks: Bool { eventCount > 0 }

  /// When the last event was.
  var lastTime: Int64 { now }

  // MARK: Intervals

  package func start(at time: Int64) {
    next?.start(at: time)
    for observer in observers { observer.start(at: time) }
  }

  package func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {
    next?.begin(id, parent: parent, at: time)
  }

  package func take(_ event: TraceEvent, fields: [TraceField]) { next?.take(event, fields: fields) }

  package func take(_ interval: TraceInterval) {
    next?.take(interval)
    guard let creator = intervalTasks.removeValue(forKey: interval.id), let end = interval.end
    else { return }
    let key = IntervalKey(kind: interval.kind, name: interval.name, creator: creator)
    let known = intervals[key] ?? (0, 0)
    intervals[key] = (known.count + 1, known.total &+ end - interval.begin)
  }

  package func observe(_ event: TraceEvent) {
    next?.observe(event)
    switch event.payload {
    case .task(let task):
      now = max(now, event.timestamp)
      eventCount += 1
      take(task, process: event.processIndex, thread: event.threadIndex)
    case .dispatchEnqueue(let item, _, _, _, _):
      guard hasTasks else { return }
      let task = task(onThread: event.threadIndex).map { tasks[$0].id } ?? 0
      framework.note(item, task: task, process: event.processIndex)
    case .begin(let begin):
      guard hasTasks, let place = task(onThread: event.threadIndex) else { return }
      find(begin, in: place)
      let id = TraceIntervalID(processIndex: event.processIndex, kind: begin.kind, id: begin.id)
      intervalTasks[id] = tasks[place].creator
    default: break
    }
  }

  /// Takes those that never ended; called once, when the whole trace was observed.
  package func finish() {
    for key in places.keys.sorted(by: { ($0.process, $0.number) < ($1.process, $1.number) }) {
      guard let place = places[key].map(Int.init) else { continue }
      if case .running = tasks[place].state {
        settle(place)
        tasks[place].running &+= now - tasks[place].since
      }
      tellLast(place)
      guard tasks[place].creation?.kind != .sleep else { continue }
      creators.add(tasks[place], until: now)
      consider(tasks[place])
      onEnd?(tasks[place])
      for observer in observers { observer.finish(tasks[place], at: place) }
    }
    for process in processes.indices { processes[process].pool.finish(at: now) }
  }

  /// The tasks that had not ended when the trace did.
  var alive: [TaskRecord] {
    places.values.map { tasks[Int($0)] }.filter { $0.creation?.kind != .sleep }
  }
}

extension TaskRecorder {
  private func take(_ event: TraceTaskEvent, process: Int, thread: Int) {
    while processes.count <= process { processes.append(Process()) }
    switch event {
    case .create(let creation): create(creation, process)
    case .enqueue(let task, let by, let isMain):
      let place = place(of: task, process)
      tasks[place].wokenBy = by
      if by == 0 { tellWake(place, onThread: thread) }
      wake(place, isInPool: !isMain)
    case .run(let task, let executor, let status):
      run(place(of: task, process), executor: executor, status: status, thread: thread)
    case .change(let task, let executor): change(place(of: task, process), to: executor)
    case .pause(let pause): self.pause(place(of: pause.task, process), pause)
    case .end(let task): end(place(of: task, process))
    case .resume(let task, let by, _):
      let place = place(of: task, process)
      tasks[place].wokenBy = by
      // In a continuation's body it still runs: then it never waits.
      if case .suspended = tasks[place].state {
        if by == 0 { tellWake(place, onThread: thread) }
        wake(place, isInPool: false)
      }
    case .cancel(let task, _, _): tasks[place(of: task, process)].isCancelled = true
    case .escalate(let task, _, let priority):
      tasks[place(of: task, process)].priority = UInt8(truncatingIfNeeded: priority)
    case .site(let site): sites[Key(process: process, number: site.site)] = site
    case .nameExecutor(let executor, let isMain, let isDefault, let name):
      var place = self.executor(executor, process)
      if let known = executors[place].name, known != name {
        // Another object, where that one was.
        executorPlaces[Key(process: process, number: executor)] = nil
        place = self.executor(executor, process)
      }
      executors[place].name = name
      executors[place].isMain = isMain
      executors[place].isDefault = isDefault
      if isMain { processes[process].mainExecutor = executor }
    case .loadModule(let module): modules[process, default: []].append(module)
    case .findRuntime(let processors, let problem):
      processes[process].pool.processors = Int(processors)
      processes[process].problem = problem
    }
  }

  /// The task that runs on a thread.
  private func task(onThread thread: Int) -> Int? {
    guard thread < running.count, running[thread] >= 0 else { return nil }
    return Int(running[thread])
  }

  private func setTask(_ place: Int32, onThread thread: Int) {
    while running.count <= thread { running.append(-1) }
    running[thread] = place
  }

  /// The place of a task, which is added if it is new.
  private func place(of id: UInt64, _ process: Int) -> Int {
    let key = Key(process: process, number: id)
    if let place = places[key] { return Int(place) }
    let place = add(TaskRecord(process: process, id: id, begin: now))
    places[key] = Int32(place)
    strangers += 1
    return place
  }

  private func add(_ task: TaskRecord) -> Int {
    if let place = free.popLast() {
      tasks[Int(place)] = task
      return Int(place)
    }
    tasks.append(task)
    return tasks.count - 1
  }

  private func executor(_ address: UInt64, _ process: Int) -> Int {
    let key = Key(process: process, number: address)
    if let place = executorPlaces[key] { return place }
    let place = executors.count
    executors.append(ExecutorLog())
    executorKeys.append(key)
    executorPlaces[key] = place
    return place
  }

  /// Whether a thread of the pool runs what an executor runs.
  private func isOfPool(_ address: UInt64, _ process: Int) -> Bool {
    address == 0 || executors[executor(address, process)].isDefault
  }
}

// What observers are told.
extension TaskRecorder {
  private func tell(
    _ place: Int,
    _ activity: TaskStretch.Activity,
    until time: Int64,
    endedBy: UInt64? = nil
  ) {
    guard isObserved, tasks[place].creation?.kind != .sleep else { return }
    let begin = tasks[place].told
    guard time > begin else { return }
    tasks[place].told = time
    let stretch = TaskStretch(activity: activity, begin: begin, end: time, endedBy: endedBy)
    for observer in observers { observer.take(stretch, of: tasks[place], at: place) }
  }

  private func tellRunning(_ place: Int, thread: Int) {
    guard isObserved else { return }
    tell(place, .running(thread: thread, executor: executorPlace(of: tasks[place])), until: now)
  }

  private func executorPlace(of task: TaskRecord) -> Int {
    task.executor == 0 ? -1 : executor(task.executor, task.process)
  }

  /// It waited for a thread, or for an executor; of that the one who has left it in the meantime let it in.
  private func tellReady(_ place: Int, executor: UInt64) {
    guard isObserved else { return }
    guard executor != 0 else { return tell(place, .ready, until: now) }
    let (task, log) = (tasks[place], self.executor(executor, tasks[place].process))
    let last = executors[log].lastLeave.flatMap {
      $0.task != task.id && $0.time >= task.since ? $0.task : nil
    }
    tell(place, .awaitingExecutor(log), until: now, endedBy: last)
  }

  private func tellSuspension(_ place: Int, _ pause: TraceTaskPause, until time: Int64) {
    guard isObserved else { return }
    guard pause.reason == .executor else {
      return tell(place, .suspended(pause), until: time, endedBy: tasks[place].wokenBy)
    }
    tellReady(place, executor: pause.object)
  }

  /// The last stretch of a task that has ended, or that was alive when the trace ended.
  private func tellLast(_ place: Int) {
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

  /// Not of who lets it onto an executor.
  private func tellWake(_ place: Int, onThread thread: Int) {
    guard isObserved, tasks[place].creation?.kind != .sleep,
      case .suspended = tasks[place].state, tasks[place].pause?.reason != .executor
    else { return }
    for observer in observers { observer.wake(tasks[place], onThread: thread, at: now) }
  }

  private func tellWaiters(of executor: Int) {
    for observer in observers {
      observer.changeWaiters(of: executor, to: executors[executor].waiters, at: now)
    }
  }

  private func tellPool(of process: Int) {
    guard isObserved else { return }
    for observer in observers {
      observer.change(processes[process].pool, process: process, at: now)
    }
  }
}

// What tasks do.
extension TaskRecorder {
  private func create(_ creation: TraceTaskCreation, _ process: Int) {
    let key = Key(process: process, number: creation.task)
    let place: Int
    if let known = places[key] {
      // One that an actor runs may run before its creator comes to tell.
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

  /// The framework begins something in a task: it is called by the first of that.
  private func find(_ begin: TraceBegin, in place: Int) {
    let task = tasks[place]
    guard let (work, dispatcher) = framework.work(begin, in: task.id, process: task.process),
      task.work == nil, let creation = task.creation, creation.kind != .main
    else { return }
    if let name = work.kind.taskName, catalog.string(creation.name) != name { return }
    tasks[place].work = work
    tasks[place].dispatcher = dispatcher
    tasks[place].creator = creators.move(task, to: work)
  }

  /// A task waits for a thread from now on, unless it does already.
  private func wake(_ place: Int, isInPool: Bool) {
    switch tasks[place].state {
    case .ended: return
    case .ready:
      // That it waits for the pool is told after that its continuation was resumed.
      if isInPool, !tasks[place].isInPool { beginPoolWait(place) }
      return
    case .running:
      // The pause that came before is missing.
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
    processes[tasks[place].process].pool.beginWait(at: now)
    tellPool(of: tasks[place].process)
  }

  /// A task waits for an executor no longer, whatever has come of that.
  private func endExecutorWait(_ place: Int) {
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
      tasks[place].longestWait = TaskRecord.LongestWait(
        wait: wait,
        time: waited,
        log: nil,
        occupants: ExecutorLog.Occupants(),
        pause: pause
      )
    }
    let process = tasks[place].process
    switch pause.reason {
    case .task:
      let key = Key(process: process, number: pause.object)
      taskWaiters[key]?.removeAll { $0 == Int32(place) }
      if taskWaiters[key]?.isEmpty == true { taskWaiters[key] = nil }
    default: break
    }
  }

  private func run(_ place: Int, executor: UInt64, status: TraceTaskStatus, thread: Int) {
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
    tasks[place].priority = status.priority
    tasks[place].isCancelled = task.isCancelled || status.isCancelled
    tasks[place].below = self.task(onThread: thread).map(Int32.init) ?? -1
    if tasks[place].below < 0, isOfPool(executor, process) {
      tasks[place].isBusy = true
      processes[process].pool.changeBusy(by: 1, at: now)
      tellPool(of: process)
    }
    if isObserved, tasks[place].below >= 0 {
      tellRunning(Int(tasks[place].below), thread: thread)
    }
    setTask(Int32(place), onThread: thread)
    if executor != 0 {
      executors[self.executor(executor, process)].enter(task.id, creator: task.creator, at: now)
    }
  }

  /// It was woken, and nobody has told when: an actor's task, of which the runtime tells only that it runs.
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
    if isCounted {
      processes[process].pool.endWait(from: since, at: now)
      tellPool(of: process)
    }
    tellReady(place, executor: executor)
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
    mainHops[hop] = (known.count + 1, known.waiting &+ now - tasks[place].since)
  }

  /// It asks for another executor: whether it gets that at once, the next that is told of it says.
  private func change(_ place: Int, to executor: UInt64) {
    guard case .running(let thread) = tasks[place].state else { return }
    settle(place)
    tellRunning(place, thread: thread)
    let (process, old) = (tasks[place].process, tasks[place].executor)
    if old != 0 { executors[self.executor(old, process)].leave(tasks[place].id, at: now) }
    tasks[place].executor = executor
    if executor != 0 { tasks[place].requested = now }
  }

  /// It has got the executor that it asked for when it did.
  private func settle(_ place: Int) {
    guard let time = tasks[place].requested else { return }
    tasks[place].requested = nil
    let task = tasks[place]
    executors[executor(task.executor, task.process)].enter(
      task.id,
      creator: task.creator,
      at: time
    )
  }

  /// A running task leaves its thread, and its executor.
  private func leave(_ place: Int, thread: Int) {
    settle(place)
    tellRunning(place, thread: thread)
    let (process, executor) = (tasks[place].process, tasks[place].executor)
    tasks[place].running &+= now - tasks[place].since
    if executor != 0 {
      executors[self.executor(executor, process)].leave(tasks[place].id, at: now)
    }
    guard task(onThread: thread) == place else { return }
    let below = tasks[place].below
    setTask(below, onThread: thread)
    if isObserved, below >= 0, case .running = tasks[Int(below)].state {
      tell(Int(below), .beneath, until: now)
    }
    if tasks[place].isBusy {
      tasks[place].isBusy = false
      processes[process].pool.changeBusy(by: -1, at: now)
      tellPool(of: process)
    }
  }

  private func pause(_ place: Int, _ pause: TraceTaskPause) {
    guard case .running(let thread) = tasks[place].state else { return }
    if pause.reason == .executor, tasks[place].requested != nil,
      tasks[place].executor == pause.object
    {
      // It was busy, or has no thread: it never was there.
      tasks[place].requested = nil
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

  private func end(_ place: Int) {
    if case .running(let thread) = tasks[place].state { leave(place, thread: thread) }
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
    places[key] = nil
    free.append(Int32(place))
  }

  /// Keeps a task that is one of those that took longest; the main one lasts as long as its program.
  private func consider(_ task: TaskRecord) {
    guard task.creation?.kind != .main else { return }
    let life = life(of: task)
    if let last = slowest.last, slowest.count == Self.slowCount, life <= self.life(of: last) {
      return
    }
    let place = slowest.firstIndex { self.life(of: $0) < life } ?? slowest.count
    slowest.insert(task, at: place)
    if slowest.count > Self.slowCount { slowest.removeLast() }
  }

  func life(of task: TaskRecord) -> Int64 { (task.end ?? now) - task.begin }
}
