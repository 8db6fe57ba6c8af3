import Glibc

/// A process that runs already looks for its daemon in one place, which cannot be told to it: the
/// daemon has to listen there. If one does already, the recording is a session at it.
extension Recording {
  private static let registrationSeconds: Int64 = 10

  /// Records a process until it ends, a signal arrives, or the time is over.
  func run(_ process: RunningProcess) async throws -> RecordingReport {
    let subject = "process \(process.id)"
    guard process.hasTracer != false else {
      throw RecordingError(
        subject,
        "is not linked with LTTng-UST and has no tracepoints",
        remedy: "build it where liblttng-ust-dev is installed (see hamon doctor)"
      )
    }
    if options.isLossless, try !process.mayBlock() {
      throw RecordingError(
        subject,
        "cannot be recorded with --lossless: it was started without LTTNG_UST_ALLOW_BLOCKING=1",
        remedy: "start it with that variable, or leave --lossless out"
      )
    }
    let signals = SignalForwarding()
    let snapshotSignal = options.flightRecorder.map { _ in SnapshotSignal() }
    let home = try TemporaryHome()
    defer { home.remove() }
    let runDirectory = try ProcessRunDirectory(process, home: home)
    defer { runDirectory.remove() }
    let relayed = options.relay.map { RelayedSession(at: $0, program: process.name) }
    let client = client(home: home, session: relayed?.name ?? home.name)
    let hasDaemon = (try? await client.run(.list, limit: .seconds(5))) != nil
    if hasDaemon { try runDirectory.checkDaemon() }
    let directory = try makeDirectory()
    let buffers = directory.flatMap { _ in SharedBuffers() }
    defer { buffers?.remove() }
    var used = marker(client: client, home: home, buffers: buffers, directory: directory)
    used.runDirectory = runDirectory.madePath
    used.write()
    let log = makeLog(directory: directory, session: relayed) { false }
    do {
      let report =
        hasDaemon
        ? try await record(
          process,
          client: client,
          log: log,
          daemon: nil,
          directory: directory,
          marker: used,
          relayed: relayed
        )
        : try await SessionDaemon.run(client: client, log: log) { [used] daemon in
          var used = used
          used.daemon = ProcessIdentity(daemon.processID)
          used.write()
          let report = try await record(
            process,
            client: client,
            log: log,
            daemon: daemon,
            directory: directory,
            marker: used,
            relayed: relayed
          )
          await waitForOthers(client, daemon: daemon)
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

  private func record(
    _ process: RunningProcess,
    client: LTTngClient,
    log: DaemonLog,
    daemon: SessionDaemon?,
    directory: RecordingDirectory?,
    marker: RecordingMarker,
    relayed: RelayedSession?
  ) async throws -> RecordingReport {
    try await waitForRegistration(of: process, client: client)
    do {
      try await setUp(client, marker: marker, process: process)
    } catch {
      // A daemon that is not ours would keep the session.
      _ = try? await client.run(.destroy)
      throw error
    }
    if let relayed { notify(.relayed(relayed)) }
    notify(.attached(process: process.id, name: process.name))
    let start = ContinuousClock.now
    let session = TracingSession(client: client, log: log, directory: directory)
    let snapshots = Task { await takeSnapshots(of: session) }
    let attachmentEnd = await end(of: process, daemon: daemon)
    let end = ContinuousClock.now
    snapshots.cancel()
    var report = RecordingReport(
      directory: directory?.path ?? "",
      status: .exited(0),
      duration: end - start
    )
    report.attachmentEnd = attachmentEnd
    report.relayedSession = relayed
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

  private func waitForRegistration(
    of process: RunningProcess,
    client: LTTngClient
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(Self.registrationSeconds)
    while ContinuousClock.now < deadline {
      let programs = try await client.run(.listPrograms)
      if programs.contains("<pid><id>\(process.virtualID)</id>") { return }
      if process.hasEnded { throw RecordingError.processNotFound(process.id) }
      if let signal = SignalForwarding.pending {
        throw RecordingError.interrupted(signal: signal)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw RecordingError(
      "process \(process.id)",
      "did not register with LTTng within \(Self.registrationSeconds) s",
      remedy: "it may be stopped, or have changed its HOME: start it with hamon record -- COMMAND"
    )
  }

  private func end(of process: RunningProcess, daemon: SessionDaemon?) async -> AttachmentEnd {
    let deadline = options.timeLimit.map { ContinuousClock.now + $0 }
    while true {
      if process.hasEnded { return .processEnded }
      if SignalForwarding.pending != nil || daemon?.hasEnded == true { return .interrupted }
      var pause = Duration.milliseconds(50)
      if let deadline {
        let rest = deadline - .now
        if rest <= .zero { return .timeLimit }
        pause = min(pause, rest)
      }
      try? await Task.sleep(for: pause)
    }
  }

  /// Keeps the daemon for recordings that found it running, as long as they last.
  private func waitForOthers(_ client: LTTngClient, daemon: SessionDaemon) async {
    var isTold = false
    let signalBefore = SignalForwarding.pending
    while !daemon.hasEnded, SignalForwarding.pending == signalBefore,
      let sessions = try? await client.run(.listSessions), sessions.contains("<session>")
    {
      if !isTold { notify(.othersUseDaemon) }
      isTold = true
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}
