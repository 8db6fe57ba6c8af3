import TraceReading

extension TaskReport {
  /// Adds up what a recorder has found.
  ///
  /// - Parameters:
  ///   - recorder: It has observed the whole trace, and was told so.
  ///   - symbols: The names of functions.
  ///   - samples: What the samples of threads say of tasks; `nil` where there are none.
  package init(_ recorder: TaskRecorder, symbols: TaskSymbols, samples: TaskSampler? = nil) {
    var rows = TaskRows()
    self.init(recorder, TaskNamer(recorder, symbols), samples: samples, rows: &rows)
  }

  /// Adds it up, and tells of what each row is.
  init(
    _ recorder: TaskRecorder,
    _ namer: TaskNamer,
    samples: TaskSampler?,
    rows: inout TaskRows
  ) {
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
    let executors = Self.executors(recorder, namer)
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
    let suspended = Self.suspended(alive, recorder, namer)
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
        sentence: TaskSentence(recorder, namer).text(task)
      )
    }
  }

  /// The executors, those of a type as one.
  private static func executors(
    _ recorder: TaskRecorder,
    _ namer: TaskNamer
  ) -> [(row: Executor, places: [Int])] {
    var found: [ExecutorKey: (row: Executor, places: [Int])] = [:]
    for (place, log) in recorder.executors.enumerated() where log.runs > 0 || log.waits > 0 {
      let process = recorder.executorKeys[place].process
      let key = ExecutorKey(process: process, name: namer.executor(log))
      var (sums, places) =
        found.removeValue(forKey: key)
        ?? (
          Executor(
            process: namer.process(process),
            name: key.name,
            isMain: log.isMain,
            instances: 0,
            runs: 0,
            running: 0,
            waits: 0,
            waiting: 0,
            longestWait: 0,
            mostWaiters: 0,
            longestWaiter: "",
            occupant: "",
            occupantStays: 0,
            occupantTime: 0
          ), []
        )
      sums.instances += 1
      sums.runs += log.runs
      sums.running &+= log.running
      sums.waits += log.waits
      sums.waiting &+= log.waiting
      sums.mostWaiters = max(sums.mostWaiters, log.mostWaiters)
      if log.longestWait > sums.longestWait {
        sums.longestWait = log.longestWait
        sums.longestWaiter = namer.creator(log.longestWaiter)
        sums.occupant = namer.creator(log.longestOccupants.creator)
        sums.occupantStays = log.longestOccupants.stays
        sums.occupantTime = log.longestOccupants.time
      }
      places.append(place)
      found[key] = (sums, places)
    }
    return found.values.sorted {
      ($0.row.waiting, $0.row.running, $1.row.name) > ($1.row.waiting, $1.row.running, $0.row.name)
    }
  }

  private static func suspended(
    _ alive: [TaskRecord],
    _ recorder: TaskRecorder,
    _ namer: TaskNamer
  ) -> [(key: SuspendedKey, value: Suspended)] {
    var found: [SuspendedKey: Suspended] = [:]
    for task in alive {
      guard let key = SuspendedKey(task) else { continue }
      var sums =
        found[key]
        ?? Suspended(
          process: namer.process(task.process),
          count: 0,
          call: task.pause.flatMap { namer.name(of: TaskCall($0, process: task.process)) },
          waitsFor: key.waitsFor,
          place: namer.place(of: [key.caller, key.outer], process: task.process),
          creator: namer.creator(task.creator),
          longest: 0
        )
      sums.count += 1
      sums.longest = max(sums.longest, recorder.lastTime(of: task) - task.since)
      found[key] = sums
    }
    return found.map { (key: $0.key, value: $0.value) }.sorted {
      ($0.value.count, $0.value.longest, $1.key.caller)
        > ($1.value.count, $1.value.longest, $0.key.caller)
    }
  }
}

extension TaskReport {
  /// What tells tasks that wait for the same when the trace ends from others.
  struct SuspendedKey: Hashable {
    let process: Int
    let creator: Int32
    let waitsFor: String
    let function: UInt64
    let caller: UInt64
    let outer: UInt64

    /// `nil` for one that runs.
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

  /// What tells executors of a type from others.
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
  /// Whether it waits for a thread, or for its executor, which it has asked for.
  var isReady: Bool {
    switch state {
    case .ready: true
    case .suspended: pause?.reason == .executor
    default: false
    }
  }
}
