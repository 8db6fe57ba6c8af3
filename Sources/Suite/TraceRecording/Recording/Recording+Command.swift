import Glibc

extension Recording {
  /// Records a command with a session daemon of its own.
  func run(_ words: [String], executable: String) async throws -> RecordingReport {
    let signals = SignalForwarding()
    let snapshotSignal = options.flightRecorder.map { _ in SnapshotSignal() }
    let home = try TemporaryHome()
    defer { home.remove() }
    let relayed = options.relay.map { RelayedSession(at: $0, program: words[0]) }
    let client = client(home: home, session: relayed?.name ?? LTTngCommand.privateSession)
    try await checkSharedDirectory(client)
    let directory = try makeDirectory()
    let buffers = directory.flatMap { _ in SharedBuffers() }
    defer { buffers?.remove() }
    let used = marker(client: client, home: home, buffers: buffers, directory: directory)
    used.write()
    let environment = await commandEnvironment(home: home, executable: executable)
    let log = makeLog(directory: directory, session: relayed) { Self.endCommand() }
    do {
      let report = try await SessionDaemon.run(client: client, log: log) { daemon in
        var used = used
        used.daemon = ProcessIdentity(daemon.processID)
        used.write()
        try await setUp(client, marker: used)
        if let relayed { notify(.relayed(relayed)) }
        if let signal = SignalForwarding.pending {
          throw RecordingError.interrupted(signal: signal)
        }
        let start = ContinuousClock.now
        let command = try CommandProcess(
          path: executable,
          arguments: words,
          environment: environment
        )
        used.command = ProcessIdentity(command.processID)
        used.write()
        var report = await record(
          command,
          from: start,
          daemon: daemon,
          client: client,
          directory: directory
        )
        report.relayedSession = relayed
        return report
      }
      _ = consume signals
      _ = consume snapshotSignal
      return await completed(report, directory: directory, buffers: buffers, log: log)
    } catch {
      directory?.discard()
      throw error
    }
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

  /// The variables by which programs find the daemon, and wait for it.
  private func commandEnvironment(
    home: TemporaryHome,
    executable: String
  ) async -> [String: String] {
    // Root's programs look in /var/run/lttng, where our daemon is.
    var environment = isolation == .ownHome ? ["LTTNG_HOME": home.path] : [:]
    // Without the wait short programs end before they are registered; without its limit they
    // would hang on a daemon that does not answer. Milliseconds.
    environment["LTTNG_UST_REGISTER_TIMEOUT"] = "10000"
    if options.isLossless { environment["LTTNG_UST_ALLOW_BLOCKING"] = "1" }
    let isLinked = await ForkTracing.isLinked(executable)
    if options.followsForks || isLinked {
      environment["LD_PRELOAD"] = ForkTracing.preload(existing: environmentVariable("LD_PRELOAD"))
    }
    return environment
  }

  private func record(
    _ command: CommandProcess,
    from start: ContinuousClock.Instant,
    daemon: SessionDaemon,
    client: LTTngClient,
    directory: RecordingDirectory?
  ) async -> RecordingReport {
    let session = TracingSession(client: client, log: daemon.log, directory: directory)
    let timer = Task { [limit = options.timeLimit] in
      guard let limit, (try? await Task.sleep(for: limit)) != nil else { return false }
      // First stopped, then ended: how a program shuts down is not what was to be seen. What fails
      // here fails again at the end, and is told there.
      _ = try? await session.stop()
      return Self.endCommand()
    }
    let snapshots = Task { await takeSnapshots(of: session) }
    let status = await command.wait()
    let end = ContinuousClock.now
    timer.cancel()
    snapshots.cancel()
    let isTimeUp = await timer.value
    var report = RecordingReport(
      directory: directory?.path ?? "",
      status: status,
      duration: end - start
    )
    if isTimeUp { report.commandEnd = .timeLimit }
    await finish(
      &report,
      session: session,
      client: client,
      daemon: daemon,
      start: start,
      end: end
    )
    return report
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
