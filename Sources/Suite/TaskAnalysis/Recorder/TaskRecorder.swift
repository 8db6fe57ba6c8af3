package import TraceAnalysis
package import TraceReading

/// Follows the tasks of a trace from event to event, in the order of time.
///
/// Memory grows with the tasks alive at a time, with the places that create tasks, and with the addresses of actors and groups. `onEnd`
/// gets each task at its end.
///
/// Sums wrap around: a damaged clock makes them wrong, but must not end the process.
package final class TaskRecorder: TraceIntervalSink {
  /// A task, executor, group or address of one process.
  struct Key: Hashable {
    let process: Int
    let number: UInt64

    func hash(into hasher: inout Hasher) {
      // == compares the process; few have the same numbers.
      hasher.combine(number)
    }
  }

  struct Process {
    var problem: TraceSymbol?
    var pool = PoolMeter()
    /// The task that left a thread of the pool last, by its creator.
    var lastOfPool: (creator: Int32, stay: TaskStay)?
    var mainExecutor: UInt64?
    var stage = Stage.unseen

    /// How far a process has come.
    enum Stage {
      case unseen
      /// It has reported its runtime, as each program does once.
      case running
      /// Its further events are ignored.
      case ended
    }
  }

  /// A place in a program from which tasks came to the main executor.
  struct Hop: Hashable {
    let process: Int
    let caller: UInt64
    let outer: UInt64
  }

  /// Intervals that tasks of one creator began.
  struct IntervalKey: Hashable {
    let kind: TraceIntervalKind
    let name: TraceSymbol?
    let creator: Int32
  }

  static let slowCount = 10
  static let strangerCount = 4096

  package let catalog: TraceCatalog
  let next: (any TraceIntervalSink)?
  let onEnd: ((TaskRecord) -> Void)?
  /// The observers of what each task does.
  let observers: [any TaskObserver]
  /// Without observers their data isn't computed, so that a million tasks cost no more.
  let isObserved: Bool

  var tasks: [TaskRecord] = []
  var free: [Int32] = []
  var places: [Key: Int32] = [:]
  /// The task of each thread; -1 for none.
  var running: [Int32] = []
  var creators = TaskCreators()
  var executors: [ExecutorLog] = []
  var executorKeys: [Key] = []
  var executorPlaces: [Key: Int] = [:]
  var processes: [Process] = []
  var sites: [Key: TraceTaskSite] = [:]
  private(set) var modules: [Int: [TraceModule]] = [:]
  /// The last task of each group that has ended.
  var lastEnds: [Key: (task: UInt64, time: Int64)] = [:]
  var taskWaiters: [Key: [Int32]] = [:]
  var framework: FrameworkTasks
  /// The task that began each interval that hasn't ended.
  var intervalTasks: [TraceIntervalID: (task: UInt64, place: Int, creator: Int32)] = [:]
  var intervals: [IntervalKey: (count: UInt64, total: Int64)] = [:]
  var mainHops: [Hop: (count: UInt64, waiting: Int64)] = [:]
  var slowest: [TaskRecord] = []
  /// The tasks that hadn't ended when their process did.
  var retired: [TaskRecord] = []
  var created: UInt64 = 0
  var ended: UInt64 = 0
  /// Tasks whose creation, run and end are all in the trace.
  var matched: UInt64 = 0
  /// Tasks whose creation isn't in the trace.
  var strangers: UInt64 = 0
  /// The ended ones of these, whose creation may still come.
  var endedStrangers: [Key: TaskRecord] = [:]
  var eventCount: UInt64 = 0
  var now: Int64 = 0

  /// Creates a recorder for the events of a reader.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the reader.
  ///   - next: Gets all events after the recorder.
  ///   - observers: Get what each task does.
  ///   - onEnd: Gets each task at its end, once more if its creation is told only then, and those that never ended at the end of the trace.
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

  /// Whether the trace has events of tasks.
  package var hasTasks: Bool { eventCount > 0 }

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
    // One that never ended may have the id of one that has begun since.
    if let end = interval.end, let begun = intervalTasks.removeValue(forKey: interval.id) {
      let key = IntervalKey(kind: interval.kind, name: interval.name, creator: begun.creator)
      let known = intervals[key] ?? (0, 0)
      intervals[key] = (known.count + 1, known.total &+ (end - interval.begin))
      let task = tasks[begun.place]
      if isObserved, task.id == begun.task, task.process == Int(interval.id.processIndex) {
        for observer in observers {
          observer.end(interval.id, in: task, at: begun.place, time: end)
        }
      }
    }
    next?.take(interval)
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
      guard hasTasks else { return }
      let id = TraceIntervalID(processIndex: event.processIndex, kind: begin.kind, id: begin.id)
      guard let place = task(onThread: event.threadIndex) else {
        intervalTasks[id] = nil
        return
      }
      find(begin, in: place)
      let record = tasks[place]
      intervalTasks[id] = (record.id, place, record.creator)
      for observer in observers {
        observer.begin(id, in: record, at: place, time: event.timestamp)
      }
    default: break
    }
  }

  /// Finishes the tasks that never ended; called once, after the whole trace.
  package func finish() {
    for key in places.keys.sorted(by: { ($0.process, $0.number) < ($1.process, $1.number) }) {
      if let place = places[key] { close(Int(place)) }
    }
    for log in executorPlaces.values { executors[log].finish(at: now) }
    for process in processes.indices { processes[process].pool.finish(at: now) }
  }

  /// Finishes a task that never ended, at the end of the trace or of its process.
  private func close(_ place: Int) {
    if case .running = tasks[place].state {
      settle(place)
      tasks[place].running &+= now - tasks[place].since
    }
    tellLast(place)
    guard tasks[place].creation?.kind != .sleep else { return }
    creators.add(tasks[place], until: now)
    consider(tasks[place])
    onEnd?(tasks[place])
    for observer in observers { observer.finish(tasks[place], at: place) }
  }

  /// Finishes the tasks of a process that ended or executes another program: ids and addresses mean others from now on.
  ///
  /// - Complexity: Proportional to the number of living tasks, in all processes.
  private func retire(_ process: Int) {
    for thread in running.indices where running[thread] >= 0 {
      if tasks[Int(running[thread])].process == process { running[thread] = -1 }
    }
    let keys = places.keys.filter { $0.process == process }.sorted { $0.number < $1.number }
    for key in keys {
      guard let freed = places.removeValue(forKey: key) else { continue }
      let place = Int(freed)
      endExecutorWait(place)
      tasks[place].left = now
      close(place)
      if tasks[place].creation?.kind != .sleep { retired.append(tasks[place]) }
      free.append(freed)
    }
    taskWaiters = taskWaiters.filter { $0.key.process != process }
    lastEnds = lastEnds.filter { $0.key.process != process }
    endedStrangers = endedStrangers.filter { $0.key.process != process }
    for (key, log) in executorPlaces where key.process == process {
      executors[log].finish(at: now)
      executorPlaces[key] = nil
    }
    processes[process].mainExecutor = nil
    processes[process].pool.empty(at: now)
    tellPool(of: process)
  }

  /// The tasks that lived when the trace or their process ended.
  package var alive: [TaskRecord] {
    retired + places.values.map { tasks[Int($0)] }.filter { $0.creation?.kind != .sleep }
  }
}

extension TaskRecorder {
  func take(_ event: TraceTaskEvent, process: Int, thread: Int) {
    while processes.count <= process { processes.append(Process()) }
    if processes[process].stage == .ended {
      // The same number may later be another process's.
      guard case .findRuntime = event else { return }
    }
    switch event {
    case .create(let creation): create(creation, process)
    case .enqueue(let task, let by, let isMain):
      let place = place(of: task, process)
      if by == task, case .running = tasks[place].state {
        // It yields: it waits from its pause on.
        tasks[place].isYielding = true
        return
      }
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
      if processes[process].stage == .running { retire(process) }
      processes[process].stage = .running
      processes[process].pool.processors = Int(processors)
      processes[process].problem = problem
    case .exit:
      retire(process)
      processes[process].stage = .ended
    }
  }

  func task(onThread thread: Int) -> Int? {
    guard thread < running.count, running[thread] >= 0 else { return nil }
    return Int(running[thread])
  }

  func setTask(_ place: Int32, onThread thread: Int) {
    while running.count <= thread { running.append(-1) }
    running[thread] = place
  }

  /// The place of a task, which is added if new.
  func place(of id: UInt64, _ process: Int) -> Int {
    let key = Key(process: process, number: id)
    if let place = places[key] { return Int(place) }
    let place = add(TaskRecord(process: process, id: id, begin: now))
    places[key] = Int32(place)
    strangers += 1
    return place
  }

  func add(_ task: TaskRecord) -> Int {
    if let place = free.popLast() {
      tasks[Int(place)] = task
      return Int(place)
    }
    tasks.append(task)
    return tasks.count - 1
  }

  func executor(_ address: UInt64, _ process: Int) -> Int {
    let key = Key(process: process, number: address)
    if let place = executorPlaces[key] { return place }
    let place = executors.count
    executors.append(ExecutorLog())
    executorKeys.append(key)
    executorPlaces[key] = place
    return place
  }

  /// Whether a thread of the pool runs the tasks of an executor.
  func isOfPool(_ address: UInt64, _ process: Int) -> Bool {
    address == 0 || executors[executor(address, process)].isDefault
  }
}
