import Glibc
import MemoryRecording
import SampleRecording
import SuiteErrors

/// The recording of a process that runs already: docs/recording.md, R13.
extension Recording {
  private static let registrationSeconds: Int64 = 10

  /// Records a process until it ends, a signal arrives, or the time is over.
  func run(_ process: RunningProcess) async throws -> RecordingReport {
    let subject = "process \(process.id)"
    guard RunningProcess.hasTracer(process.id) != false else {
      throw RecordingError(
        subject,
        "is not linked with LTTng-UST and has no tracepoints",
        remedy: "build it where liblttng-ust-dev is installed (see hamon doctor), or add --samples"
      )
    }
    let noting = try notingProcess(process)
    if options.isLossless, try !process.mayBlock() {
      throw RecordingError(
        subject,
        "cannot be recorded with --lossless: it was started without LTTNG_UST_ALLOW_BLOCKING=1",
        remedy: "start it with that variable, or leave --lossless out"
      )
    }
    let signals = SignalForwarding()
    let hasSnapshots = options.flightRecorder != nil || noting != nil
    let snapshotSignal = hasSnapshots ? SnapshotSignal() : nil
    let home = try TemporaryHome()
    defer { home.remove() }
    let runDirectory = try ProcessRunDirectory(process, home: home)
    defer { runDirectory.remove() }
    let relayed = options.relay.map { RelayedSession(at: $0, program: process.name) }
    let client = client(home: home, session: relayed?.name ?? home.name)
    let hasDaemon = (try? await client.run(.list, limit: .seconds(5))) != nil
    if hasDaemon { try runDirectory.checkDaemon() }
    let run = try prepare(
      client: client,
      home: home,
      relayed: relayed,
      runDirectory: runDirectory.madePath
    ) { false }
    defer { run.buffers?.remove() }
    let report: RecordingReport
    do {
      if hasDaemon {
        report = try await record(process, noting, run, daemon: nil)
      } else {
        report = try await SessionDaemon.run(client: client, log: run.log) { daemon in
          var run = run
          run.note { $0.daemon = ProcessIdentity(daemon.processID) }
          let report = try await record(process, noting, run, daemon: daemon)
          await waitForOthers(client, daemon: daemon)
          return report
        }
      }
    } catch {
      run.directory?.discard()
      throw error
    }
    _ = consume signals
    _ = consume snapshotSignal
    return await completed(report, run)
  }

  private func record(
    _ process: RunningProcess,
    _ noting: NotingProcess?,
    _ run: RecordingRun,
    daemon: SessionDaemon?
  ) async throws -> RecordingReport {
    try await waitForRegistration(of: process, client: run.client)
    let sampler: SampleRecorder?
    let memory: MemoryRecorder?
    do {
      try await setUp(run, process: process)
      (sampler, memory) = try await attach(to: process, noting, in: run.directory)
    } catch {
      // A daemon of others would keep the session.
      _ = try? await run.client.run(.destroy)
      throw error
    }
    notify(.attached(process: process.id, name: process.name))
    let start = ContinuousClock.now
    let session = TracingSession(run)
    let snapshots = Task { await takeSnapshots(of: session) }
    let dumps = Task { await dumpStates(of: session) }
    let requests = Task { await requestSnapshots(of: memory) }
    let watching = watching(run, in: run.directory, sampler, since: start)
    let attachmentEnd = await end(of: process, daemon: daemon)
    var report = RecordingReport(status: .exited(0), duration: ContinuousClock.now - start)
    report.attachmentEnd = attachmentEnd
    snapshots.cancel()
    dumps.cancel()
    requests.cancel()
    watching?.cancel()
    await watching?.value
    await finish(sampler, in: run.directory, &report)
    report.memory = await memory?.end()
    return await finish(session, run, daemon: daemon, report, start: start)
  }

  /// Records a process that can't emit events: its samples and its memory, without a session.
  func runUntraced(_ process: RunningProcess) async throws -> RecordingReport {
    let noting = try notingProcess(process)
    let signals = SignalForwarding()
    let snapshotSignal = noting == nil ? nil : SnapshotSignal()
    let directory = try RecordingDirectory(options.outputDirectory)
    // Only the description of events needs it.
    directory.releaseReserve()
    let sampler: SampleRecorder?
    let memory: MemoryRecorder?
    do {
      (sampler, memory) = try await attach(to: process, noting, in: directory)
    } catch {
      directory.discard()
      throw error
    }
    notify(.attached(process: process.id, name: process.name))
    let start = ContinuousClock.now
    let requests = Task { await requestSnapshots(of: memory) }
    let watching = watching(nil, in: directory, sampler, since: start)
    let attachmentEnd = await end(of: process, daemon: nil)
    var report = RecordingReport(status: .exited(0), duration: ContinuousClock.now - start)
    report.attachmentEnd = attachmentEnd
    report.directory = directory.path
    report.isTraced = false
    requests.cancel()
    watching?.cancel()
    await watching?.value
    await finish(sampler, in: directory, &report)
    report.memory = await memory?.end()
    _ = consume signals
    _ = consume snapshotSignal
    return report
  }

  /// Begins to record the samples and the memory of a process.
  private func attach(
    to process: RunningProcess,
    _ noting: NotingProcess?,
    in directory: RecordingDirectory?
  ) async throws -> (SampleRecorder?, MemoryRecorder?) {
    do {
      let sampler = try sampler(in: directory)
      try await sampler?.begin(process: process.id)
      // Last, for it has to be ended.
      return (sampler, try memoryRecorder(in: directory, of: noting))
    } catch {
      throw (error as? SuiteError).map(RecordingError.init) ?? error
    }
  }

  /// The process as the library for memory knows it; `nil` if that isn't requested.
  private func notingProcess(
    _ process: RunningProcess
  ) throws(RecordingError) -> NotingProcess? {
    guard let request = options.memory else { return nil }
    do throws(SuiteError) {
      return try NotingProcess(process.id, request.mode)
    } catch {
      throw RecordingError(error)
    }
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

  /// Keeps the daemon as long as recordings last that use it.
  private func waitForOthers(_ client: LTTngClient, daemon: SessionDaemon) async {
    var isTold = false
    // Forgets the signal that ended the recording; another one ends the daemon.
    SignalForwarding.forget()
    while !daemon.hasEnded, SignalForwarding.pending == nil,
      let sessions = try? await client.run(.listSessions), sessions.contains("<session>")
    {
      if !isTold { notify(.othersUseDaemon) }
      isTold = true
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}
