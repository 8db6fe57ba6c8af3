import TraceAnalysis

@testable import TaskAnalysis
@testable import TraceReading

/// Makes events of tasks by hand and gives them to a recorder.
final class TaskFactory {
  let catalog: TraceCatalog
  let recorder: TaskRecorder
  /// Those that have ended, and after ``finish()`` all others, by id.
  private(set) var tasks: [UInt64: TaskRecord] = [:]

  private let process: Int64

  init(
    catalog: TraceCatalog = TraceCatalog(),
    processors: UInt32 = 2,
    process: Int64 = 1,
    next: (any TraceIntervalSink)? = nil,
    observers: [any TaskObserver] = []
  ) {
    self.catalog = catalog
    self.process = process
    var take: (TaskRecord) -> Void = { _ in }
    recorder = TaskRecorder(catalog: catalog, next: next, observers: observers) { take($0) }
    take = { [unowned self] in tasks[$0.id] = $0 }
    emit(at: 0, .findRuntime(processors: processors, problem: catalog.symbol(for: "")))
  }

  /// Emits an event on a thread; that with the number 1 is the main one.
  func emit(at time: Int64, thread: Int64 = 2, _ event: TraceTaskEvent) {
    observe(at: time, thread: thread, .task(event))
  }

  func observe(at time: Int64, thread: Int64 = 2, _ payload: TracePayload) {
    let key = TraceCatalog.ThreadKey(
      hostname: catalog.symbol(for: "host"),
      processID: process,
      threadID: thread
    )
    let index = catalog.threadIndex(for: key, processName: "program") { "thread" }
    recorder.observe(
      TraceEvent(
        timestamp: time,
        threadIndex: index,
        processIndex: catalog.threads[index].processIndex,
        classIndex: 0,
        payload: payload
      )
    )
  }

  func create(
    _ task: UInt64,
    by: UInt64 = 0,
    kind: TraceTaskCreation.Kind = .task,
    group: UInt64 = 0,
    executor: UInt64 = 0,
    caller: UInt64 = 0x1000,
    name: String = "",
    at time: Int64,
    thread: Int64 = 1
  ) {
    let creation = TraceTaskCreation(
      task: task,
      by: by,
      kind: kind,
      isEnqueued: true,
      group: group,
      executor: executor,
      site: caller,
      name: catalog.symbol(for: name)
    )
    let site = TraceTaskSite(site: caller, function: 0, callers: [caller])
    emit(at: time, thread: thread, .site(site))
    emit(at: time, thread: thread, .create(creation))
  }

  func run(_ task: UInt64, on executor: UInt64 = 0, at time: Int64, thread: Int64 = 2) {
    emit(
      at: time,
      thread: thread,
      .run(task: task, executor: executor, status: TraceTaskStatus(rawValue: 21))
    )
  }

  func pause(
    _ task: UInt64,
    _ reason: TraceTaskPause.Reason,
    _ object: UInt64 = 0,
    at time: Int64,
    thread: Int64 = 2
  ) {
    let pause = TraceTaskPause(
      task: task,
      reason: reason,
      object: object,
      function: 0x3000,
      caller: 0x3000,
      outer: 0,
      status: TraceTaskStatus(rawValue: 21)
    )
    emit(at: time, thread: thread, .pause(pause))
  }

  func end(_ task: UInt64, at time: Int64, thread: Int64 = 2) {
    emit(at: time, thread: thread, .end(task: task))
  }

  func enqueue(_ task: UInt64, by: UInt64 = 0, at time: Int64, isMain: Bool = false) {
    emit(at: time, .enqueue(task: task, by: by, isMain: isMain))
  }

  func resume(_ task: UInt64, by: UInt64 = 0, at time: Int64) {
    emit(at: time, .resume(task: task, by: by, caller: 0x4000))
  }

  /// Names an actor.
  func name(_ executor: UInt64, _ name: String, isMain: Bool = false) {
    emit(
      at: 0,
      .nameExecutor(
        executor: executor,
        isMain: isMain,
        isDefault: !isMain,
        name: catalog.symbol(for: name)
      )
    )
  }

  func report(_ samples: TaskSampler? = nil) throws -> TaskReport {
    recorder.finish()
    return TaskReport(recorder, symbols: try symbols(), samples: samples)
  }

  /// A page of what was observed, which ``report(_:)`` hasn't ended yet.
  func page(_ timeline: TaskTimeline, _ samples: TaskSampler? = nil) throws -> TaskPage {
    recorder.finish()
    return TaskPage(timeline, of: recorder, symbols: try symbols(), samples: samples)
  }

  func symbols() throws -> TaskSymbols {
    try TaskSymbols(inTrace: "/nonexistent")
  }
}
