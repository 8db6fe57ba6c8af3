import Glibc
import MemoryRecording
import ProcessLaunching
import SampleRecording

extension Recording {
  /// Records a command with a session daemon of its own.
  func run(_ words: [String], executable: String) async throws -> RecordingReport {
    let hooks = options.recordsTasks ? try TaskHooks.path() : nil
    if hooks != nil, let obstacle = await TaskHooks.obstacle(in: executable) {
      notify(.tasksUnseen(command: words[0], reason: obstacle))
    }
    if options.memory != nil, let obstacle = MemoryRecorder.obstacle(in: executable) {
      notify(.memoryUnseen(command: words[0], reason: obstacle))
    }
    let signals = SignalForwarding()
    let hasSnapshots = options.flightRecorder != nil || options.memory != nil
    let snapshotSignal = hasSnapshots ? SnapshotSignal() : nil
    let home = try TemporaryHome()
    defer { home.remove() }
    let relayed = options.relay.map { RelayedSession(at: $0, program: words[0]) }
    let client = client(home: home, session: relayed?.name ?? LTTngCommand.privateSession)
    try await checkSharedDirectory(client)
    let run = try prepare(client: client, home: home, relayed: relayed) { Self.endCommand() }
    defer { run.buffers?.remove() }
    let environment = await commandEnvironment(home: home, executable: executable, hooks: hooks)
    let report: RecordingReport
    do {
      report = try await SessionDaemon.run(client: client, log: run.log) { daemon in
        var run = run
        run.note { $0.daemon = ProcessIdentity(daemon.processID) }
        try await setUp(run)
        if let signal = SignalForwarding.pending {
          throw RecordingError.interrupted(signal: signal)
        }
        let sampler = try sampler(in: run.directory)
        let memory = try memoryRecorder(in: run.directory)
        let start = ContinuousClock.now
        let command = try await self.start(
          words,
          executable: executable,
          environment: environment,
          sampler: sampler,
          memory: memory
        )
        run.note { $0.command = ProcessIdentity(command.processID) }
        return await record(command, from: start, daemon: daemon, run, sampler, memory)
      }
    } catch {
      run.directory?.discard()
      throw error
    }
    _ = consume signals
    _ = consume snapshotSignal
    return await completed(report, run)
  }

  private func checkSharedDirectory(_ client: LTTngClient) async throws(RecordingError) {
    guard case .sharedRunDirectory(let reason) = isolation else { return }
    do {
      try await client.run(.list, limit: .seconds(5))
    } catch {
      return  // No answer: the directory is free.
    }
    throw .daemonAlreadyRuns(reason: reason)
  }

  /// The variables that let programs find the daemon and wait for it.
  private func commandEnvironment(
    home: TemporaryHome,
    executable: String,
    hooks: String?
  ) async -> [String: String] {
    // Root's programs look in /var/run/lttng, where our daemon is.
    var environment = isolation == .ownHome ? ["LTTNG_HOME": home.path] : [:]
    // Milliseconds. Without the wait short programs end before they are registered; without its limit they would hang on a daemon that does
    // not answer.
    environment["LTTNG_UST_REGISTER_TIMEOUT"] = "10000"
    environment[RemainingProcesses.variable] = home.path
    if options.isLossless { environment["LTTNG_UST_ALLOW_BLOCKING"] = "1" }
    let isLinked = await ForkTracing.isLinked(executable)
    // The hooks link every program with LTTng.
    if options.followsForks || isLinked || hooks != nil {
      let existing = environmentVariable("LD_PRELOAD")
      environment["LD_PRELOAD"] = ForkTracing.preload(existing: existing, hooks: hooks)
    }
    return environment
  }

  private func record(
    _ command: CommandProcess,
    from start: ContinuousClock.Instant,
    daemon: SessionDaemon,
    _ run: RecordingRun,
    _ sampler: SampleRecorder?,
    _ memory: MemoryRecorder?
  ) async -> RecordingReport {
    let session = TracingSession(run)
    let watching = watching(run, in: run.directory, sampler, since: start)
    let timer = Task { [limit = options.timeLimit] in
      guard let limit, (try? await Task.sleep(for: limit)) != nil else { return false }
      // What stopping adds to the buffers is no event.
      watching?.cancel()
      // Stops first, then ends: the program's shutdown is not to be recorded. A failure here occurs again at the end, and is reported
      // there.
      _ = try? await session.stop()
      return Self.endCommand()
    }
    let snapshots = Task { await takeSnapshots(of: session) }
    let dumps = Task { await dumpStates(of: session) }
    let requests = Task { await requestSnapshots(of: memory) }
    let status = await command.wait()
    let remaining = RemainingProcesses(
      client: run.client,
      home: run.marker.home,
      isDaemonPrivate: isolation == .ownHome || isolation == .ownMountNamespace
    )
    if options.recordsUntilAllEnd {
      await follow(remaining, daemon: daemon, until: options.timeLimit.map { start + $0 })
    }
    var report = RecordingReport(status: status, duration: ContinuousClock.now - start)
    timer.cancel()
    snapshots.cancel()
    dumps.cancel()
    requests.cancel()
    watching?.cancel()
    if await timer.value { report.commandEnd = .timeLimit }
    await watching?.value
    await finish(sampler, in: run.directory, &report)
    report.memory = await memory?.end()
    // From here on nothing is recorded; a failure here occurs again below, and is reported there.
    if (try? await session.stop()) != nil { report.remaining = await remaining.traced() }
    return await finish(session, run, daemon: daemon, report, start: start)
  }

  /// Waits until all processes of the command have ended, a signal arrives, or the time is over.
  private func follow(
    _ remaining: RemainingProcesses,
    daemon: SessionDaemon,
    until deadline: ContinuousClock.Instant?
  ) async {
    // Forgets the signal that ended the command.
    SignalForwarding.forget()
    var isTold = false
    var isOver: Bool {
      daemon.hasEnded || SignalForwarding.pending != nil || deadline.map { $0 <= .now } ?? false
    }
    while !isOver {
      let found = await remaining.find()
      if found.isEmpty { return }
      if !isTold { notify(.following(found)) }
      isTold = true
      repeat {
        try? await Task.sleep(for: .milliseconds(50))
      } while !isOver && found.contains { ProcessTree.isRunning($0.id) }
    }
  }

  /// Ends a command that cannot go on: politely, then by force.
  ///
  /// - Returns: Whether it still ran.
  private static func endCommand() -> Bool {
    guard SignalForwarding.send(SIGTERM) else { return false }
    Task {
      try? await Task.sleep(for: .seconds(2))
      SignalForwarding.send(SIGKILL)
    }
    return true
  }
}
