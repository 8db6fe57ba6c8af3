import TraceReading

extension TaskReport {
  /// Adds up what a recorder has found.
  ///
  /// - Parameters:
  ///   - recorder: It has observed the whole trace, and was told so.
  ///   - symbols: The names of functions.
  package init(_ recorder: TaskRecorder, symbols: TaskSymbols) {
    let namer = TaskNamer(recorder, symbols)
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
    creators = recorder.creators.all.lazy.filter { $0.created > 0 }.map { namer.creator($0) }
      .sorted { ($0.life, $1.process, $1.kind) > ($1.life, $0.process, $0.kind) }
    executors = Self.executors(recorder, namer)
    pools = recorder.processes.indices.compactMap { process in
      let meter = recorder.processes[process].pool
      guard meter.mostBusy > 0 || meter.waits > 0 else { return nil }
      return Pool(
        process: namer.process(process),
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
    suspended = Self.suspended(alive, recorder, namer)
    mainHops = recorder.mainHops.map { hop, sums in
      MainHop(
        process: namer.process(hop.process),
        place: namer.place(of: [hop.caller, hop.outer], process: hop.process),
        count: sums.count,
        waiting: sums.waiting
      )
    }
    .sorted { ($0.count, $0.waiting) > ($1.count, $1.waiting) }
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
  private static func executors(_ recorder: TaskRecorder, _ namer: TaskNamer) -> [Executor] {
    struct Key: Hashable {
      let process: Int
      let name: String
    }
    var found: [Key: Executor] = [:]
    for (place, log) in recorder.executors.enumerated() where log.runs > 0 || log.waits > 0 {
      let process = recorder.executorKeys[place].process
      let key = Key(process: process, name: namer.executor(log))
      var sums =
        found[key]
        ?? Executor(
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
        )
      sums.instances += 1
      sums.runs += log.runs
      sums.running += log.running
      sums.waits += log.waits
      sums.waiting += log.waiting
      sums.mostWaiters = max(sums.mostWaiters, log.mostWaiters)
      if log.longestWait > sums.longestWait {
        sums.longestWait = log.longestWait
        sums.longestWaiter = namer.creator(log.longestWaiter)
        sums.occupant = namer.creator(log.longestOccupants.creator)
        sums.occupantStays = log.longestOccupants.stays
        sums.occupantTime = log.longestOccupants.time
      }
      found[key] = sums
    }
    return found.values.sorted {
      ($0.waiting, $0.running, $1.name) > ($1.waiting, $1.running, $0.name)
    }
  }

  private static func suspended(
    _ alive: [TaskRecord],
    _ recorder: TaskRecorder,
    _ namer: TaskNamer
  ) -> [Suspended] {
    struct Key: Hashable {
      let process: Int
      let creator: Int32
      let waitsFor: String
      let function: UInt64
      let caller: UInt64
      let outer: UInt64
    }
    var found: [Key: Suspended] = [:]
    for task in alive {
      if case .running = task.state { continue }
      let waitsFor = task.isReady ? (task.pause?.reason == .executor ? "executor" : "thread") : nil
      let key = Key(
        process: task.process,
        creator: task.creator,
        waitsFor: waitsFor ?? task.pause.map { "\($0.reason)" } ?? "unknown",
        function: task.pause?.function ?? 0,
        caller: task.pause?.caller ?? 0,
        outer: task.pause?.outer ?? 0
      )
      var sums =
        found[key]
        ?? Suspended(
          process: namer.process(task.process),
          count: 0,
          call: task.pause.flatMap { namer.call(of: $0, process: task.process) },
          waitsFor: key.waitsFor,
          place: namer.place(of: [key.caller, key.outer], process: task.process),
          creator: namer.creator(task.creator),
          longest: 0
        )
      sums.count += 1
      sums.longest = max(sums.longest, recorder.lastTime - task.since)
      found[key] = sums
    }
    return found.values.sorted { ($0.count, $0.longest) > ($1.count, $1.longest) }
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
