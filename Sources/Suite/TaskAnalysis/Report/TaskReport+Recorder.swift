import TraceReading

extension TaskReport {
  /// Adds up what a recorder has found.
  ///
  /// - Parameters:
  ///   - recorder: A finished recorder, which observed the whole trace.
  ///   - symbols: The names of functions.
  ///   - samples: What the samples of threads say about tasks; `nil` without samples.
  package init(_ recorder: TaskRecorder, symbols: TaskSymbols, samples: TaskSampler? = nil) {
    var rows = TaskRows()
    self.init(TaskNamer(recorder, symbols), samples: samples, rows: &rows)
  }

  /// Creates the report, and notes what each row stands for.
  init(_ namer: TaskNamer, samples: TaskSampler?, rows: inout TaskRows) {
    let recorder = namer.recorder
    created = recorder.created
    ended = recorder.ended
    matched = recorder.matched
    strangers = recorder.strangers
    let alive = recorder.alive
    runningAtEnd = alive.count { if case .running = $0.state { true } else { false } }
    readyAtEnd = alive.count { $0.isReady }
    suspendedAtEnd = alive.count - runningAtEnd - readyAtEnd
    problems = recorder.processes.indices.compactMap { process in
      let problem = recorder.processes[process].problem.map(recorder.catalog.string) ?? ""
      return problem.isEmpty ? nil : "\(namer.process(process)): \(problem)"
    }
    let creators = recorder.creators.all.enumerated().filter { $0.element.created > 0 }
      .map { ($0.offset, namer.creator($0.element)) }
      .sorted { ($0.1.life, $1.1.process, $1.1.kind) > ($1.1.life, $0.1.process, $0.1.kind) }
    rows.creators = creators.map { Int32($0.0) }
    self.creators = creators.map(\.1)
    let executors = Self.executors(namer)
    rows.executors = executors.map(\.places)
    self.executors = executors.map(\.row)
    rows.pools = recorder.processes.indices.compactMap { process in
      let meter = recorder.processes[process].pool
      guard meter.mostBusy > 0 || meter.waits > 0 else { return nil }
      let begin = meter.longestStarvedBegin
      return TaskRows.Pool(process: process, starved: begin..<begin + meter.longestStarved)
    }
    pools = rows.pools.map { row in
      let meter = recorder.processes[row.process].pool
      return Pool(
        process: namer.process(row.process),
        threads: meter.processors,
        mostBusy: meter.mostBusy,
        busyTime: meter.busyTime,
        waits: meter.waits,
        waitingTime: meter.waitingTime,
        longestWait: meter.longestWait,
        mostWaiting: meter.mostWaiting,
        starvedTime: meter.starvedTime,
        longestStarved: meter.longestStarved
      )
    }
    let suspended = Self.suspended(alive, namer)
    rows.suspended = suspended.map(\.key)
    self.suspended = suspended.map(\.value)
    let hops = recorder.mainHops.sorted {
      ($0.value.count, $0.value.waiting, $1.key.caller)
        > ($1.value.count, $1.value.waiting, $0.key.caller)
    }
    rows.hops = hops.map(\.key)
    mainHops = hops.map { hop, sums in
      MainHop(
        process: namer.process(hop.process),
        place: namer.place(of: [hop.caller, hop.outer], process: hop.process),
        count: sums.count,
        waiting: sums.waiting
      )
    }
    intervals = recorder.intervals.map { key, sums in
      Interval(
        kind: recorder.catalog.intervals[Int(key.kind.index)].label,
        name: key.name.map(recorder.catalog.string) ?? "",
        creator: namer.creator(key.creator),
        count: sums.count,
        total: sums.total
      )
    }
    .sorted { ($0.total, $1.name, $1.creator) > ($1.total, $0.name, $0.creator) }
    rows.slowest = recorder.slowest.map {
      TaskRecorder.Key(process: $0.process, number: $0.id)
    }
    self.samples = samples.map { Samples($0, namer) }
    slowest = recorder.slowest.map { task in
      Slow(
        process: namer.process(task.process),
        id: task.id,
        creator: namer.creator(task.creator),
        life: recorder.life(of: task),
        running: task.running,
        waits: Waits { task.time(waitingFor: $0) },
        hasEnded: task.end != nil,
        sentence: namer.sentence(task)
      )
    }
  }

  /// The executors, one row for each type.
  private static func executors(_ namer: TaskNamer) -> [(row: Executor, places: [Int])] {
    let all = namer.recorder.executors
    let used = all.indices.filter { all[$0].runs > 0 || all[$0].waits > 0 }
    return Dictionary(grouping: used, by: namer.executorKey).map { key, places in
      let logs = places.map { all[$0] }
      // The first one with the longest wait.
      let worst = logs.max { $0.longestWait < $1.longestWait }.flatMap {
        $0.longestWait > 0 ? $0 : nil
      }
      let row = Executor(
        process: namer.process(key.process),
        name: key.name,
        isMain: logs[0].isMain,
        instances: logs.count,
        runs: logs.reduce(0) { $0 + $1.runs },
        running: logs.reduce(0) { $0 &+ $1.running },
        waits: logs.reduce(0) { $0 + $1.waits },
        waiting: logs.reduce(0) { $0 &+ $1.waiting },
        longestWait: worst?.longestWait ?? 0,
        mostWaiters: logs.reduce(0) { max($0, $1.mostWaiters) },
        longestWaiter: worst.map { namer.creator($0.longestWaiter) } ?? "",
        occupant: worst.map { namer.creator($0.longestOccupants.creator) } ?? "",
        occupantStays: worst?.longestOccupants.stays ?? 0,
        occupantTime: worst?.longestOccupants.time ?? 0
      )
      return (row: row, places: places)
    }.sorted {
      ($0.row.waiting, $0.row.running, $1.row.name) > ($1.row.waiting, $1.row.running, $0.row.name)
    }
  }

  private static func suspended(
    _ alive: [TaskRecord],
    _ namer: TaskNamer
  ) -> [(key: SuspendedKey, value: Suspended)] {
    let waiting = alive.compactMap { task in SuspendedKey(task).map { (key: $0, task: task) } }
    return Dictionary(grouping: waiting, by: \.key).map { key, tasks in
      let pause = tasks[0].task.pause
      let row = Suspended(
        process: namer.process(key.process),
        count: tasks.count,
        call: pause.flatMap { namer.name(of: TaskCall($0, process: key.process)) },
        waitsFor: key.waitsFor,
        place: namer.place(of: [key.caller, key.outer], process: key.process),
        creator: namer.creator(key.creator),
        longest: tasks.reduce(0) {
          max($0, namer.recorder.lastTime(of: $1.task) - $1.task.since)
        }
      )
      return (key: key, value: row)
    }.sorted {
      ($0.value.count, $0.value.longest, $1.key.caller)
        > ($1.value.count, $1.value.longest, $0.key.caller)
    }
  }
}

extension TaskReport {
  /// Tasks that wait for the same thing at the end of the trace.
  struct SuspendedKey: Hashable {
    let process: Int
    let creator: Int32
    let waitsFor: String
    let function: UInt64
    let caller: UInt64
    let outer: UInt64

    /// `nil` for a running task.
    init?(_ task: TaskRecord) {
      if case .running = task.state { return nil }
      let waitsFor = task.isReady ? (task.pause?.reason == .executor ? "executor" : "thread") : nil
      process = task.process
      creator = task.creator
      self.waitsFor = waitsFor ?? task.pause.map { "\($0.reason)" } ?? "unknown"
      function = task.pause?.function ?? 0
      caller = task.pause?.caller ?? 0
      outer = task.pause?.outer ?? 0
    }
  }

  /// The executors of one type.
  struct ExecutorKey: Hashable {
    let process: Int
    let name: String
  }
}

extension TaskReport.Waits {
  init(_ time: (TaskRecord.Wait) -> Int64) {
    self.init(
      pool: time(.pool),
      executor: time(.executor),
      task: time(.task),
      group: time(.group),
      continuation: time(.continuation),
      unknown: time(.unknown)
    )
  }
}

extension TaskRecord {
  /// Whether it waits for a thread, or for the executor that it asked for.
  var isReady: Bool {
    switch state {
    case .ready: true
    case .suspended: pause?.reason == .executor
    default: false
    }
  }
}
