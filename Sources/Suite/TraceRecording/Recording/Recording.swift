import Glibc
import SampleRecording

/// The recording of one command, or of one process that runs already.
///
/// 1. The command, the tools and the directory are checked before anything is started: a refusal leaves nothing behind.
/// 2. The daemon is ready and the session started before the command is: no event is missed.
/// 3. However the command ends, the session is stopped, its losses are queried, and it is destroyed; then the daemon ends. From the
///    command's start on nothing throws: failures are in the report, next to the command's status.
package struct Recording: Sendable {
  let options: TraceRecordingOptions
  let isolation: DaemonIsolation
  let notify: @Sendable (RecordingNotice) -> Void
  private let watch: (@Sendable (RecordingWatch) async -> Void)?

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - options: The target, the events and the destination.
  ///   - isolation: From ``DaemonIsolation/establish()``, or ``DaemonIsolation/establish(forProcess:)``.
  ///   - notify: Called at once with news during the recording.
  ///   - watch: Called once when the target runs, in a task that is cancelled at its end, and waited for.
  package init(
    options: TraceRecordingOptions,
    isolation: DaemonIsolation,
    notify: @escaping @Sendable (RecordingNotice) -> Void = { _ in },
    watch: (@Sendable (RecordingWatch) async -> Void)? = nil
  ) {
    self.options = options
    self.isolation = isolation
    self.notify = notify
    self.watch = watch
  }

  /// Records the target from its start to its end.
  ///
  /// Meanwhile signals that would end this process go to the command, or end the recording of a process that ran already; one recording at
  /// a time.
  ///
  /// - Returns: Its result.
  /// - Throws: `RecordingError` if the recording did not begin; nothing remains then.
  package func run() async throws -> RecordingReport {
    try checkPatterns()
    try options.check()
    for directory in await KilledRecording.removeAll() {
      let problem = "its recording was killed before the trace was whole"
      notify(
        .failure(RecordingError(directory, problem, remedy: "run: hamon recover \(directory)"))
      )
    }
    switch options.target {
    case .command(let words):
      let executable = try ExecutableSearch.path(of: words.first ?? "")
      try checkTools()
      return try await run(words, executable: executable)
    case .process(let id):
      let process = try RunningProcess(id)
      defer { process.release() }
      let isWithoutEvents = options.sampling != nil || options.memory != nil
      if isWithoutEvents, RunningProcess.hasTracer(id) == false {
        return try await runUntraced(process)
      }
      try checkTools()
      return try await run(process)
    }
  }

  private func checkPatterns() throws(RecordingError) {
    for pattern in options.eventPatterns {
      let isPlain = pattern.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
      guard isPlain, !pattern.isEmpty, !pattern.hasPrefix("-"), pattern.utf8.count < 256 else {
        throw RecordingError(
          "event pattern \"\(pattern)\"",
          "is not one",
          remedy: "write PROVIDER:NAME, where * stands for any text"
        )
      }
    }
  }

  private func checkTools() throws(RecordingError) {
    for tool in ["lttng", "lttng-sessiond"] where (try? ExecutableSearch.path(of: tool)) == nil {
      throw .toolMissing(tool)
    }
  }

  /// A client with its settings, and if `LTTNG_HOME` decides it its daemon, in a directory.
  func client(home: TemporaryHome, session: String = LTTngCommand.privateSession) -> LTTngClient {
    let preload = ForkTracing.preloadForDaemon(existing: environmentVariable("LD_PRELOAD") ?? "")
    return LTTngClient(
      environment: ["LTTNG_HOME": home.path, "LC_ALL": "C", "LD_PRELOAD": preload],
      isRoot: geteuid() == 0,
      session: session
    )
  }

  /// Creates the directories of a run, and the log of its daemon, which reacts to losses.
  ///
  /// - Parameters:
  ///   - client: The client of the daemon.
  ///   - home: The directory of its settings.
  ///   - relayed: The session at a relay daemon, for a trace that goes there.
  ///   - runDirectory: The directory that was made for the daemon's sockets elsewhere.
  ///   - endCommand: Ends the command, which may wait for buffers that nobody empties any more.
  /// - Returns: The run.
  /// - Throws: `RecordingError`; nothing that was made remains.
  func prepare(
    client: LTTngClient,
    home: TemporaryHome,
    relayed: RelayedSession?,
    runDirectory: String? = nil,
    endCommand: @escaping @Sendable () -> Bool
  ) throws(RecordingError) -> RecordingRun {
    try options.relay?.check()
    let memory = try SharedMemory()
    let layout = try memory.fit(options.layout)
    try layout.checkLimits()
    if let shortage = memory.shortage(of: options.layout, fitted: layout) {
      notify(.failure(shortage))
    }
    let directory = options.relay == nil ? try RecordingDirectory(options.outputDirectory) : nil
    let buffers = directory == nil ? nil : try SharedBuffers()
    let marker = RecordingMarker(
      recorder: ProcessIdentity(getpid()),
      session: client.session,
      directory: directory?.path,
      home: home.path,
      buffers: buffers?.path,
      runDirectory: runDirectory,
      isFlightRecorder: options.flightRecorder != nil
    )
    marker.write()
    let log = DaemonLog(
      destination: directory.map { .directory($0.path) } ?? .relay(relayed?.relay ?? "")
    ) { [options, notify] failure in
      directory?.giveReserveToMetadata()
      notify(.failure(failure))
      // A program without buffers waits for none.
      return options.isLossless && failure != .buffersNotMade && endCommand()
    }
    return RecordingRun(
      client: client,
      layout: layout,
      directory: directory,
      buffers: buffers,
      relayed: relayed,
      log: log,
      marker: marker
    )
  }

  func setUp(_ run: RecordingRun, process: RunningProcess? = nil) async throws {
    let isFlightRecorder = options.flightRecorder != nil
    var commands: [LTTngCommand] = [
      options.relay.map { .createRelayed(url: $0.tracesURL) }
        ?? .create(
          output: run.directory?.path ?? "",
          buffers: run.buffers?.path,
          isFlightRecorder: isFlightRecorder
        )
    ]
    if let process { commands.append(.track(process: process.virtualID)) }
    // A snapshot has its own description of the events, and a live session has a timer.
    if !isFlightRecorder, options.relay == nil { commands.append(.enableMetadataChannel) }
    commands += [
      .enableChannel(run.layout, lossless: options.isLossless),
      .addContexts(options.allContexts),
      .enableEvents(options.allPatterns),
      .enableEvents([TracepointCatalog.program], filter: TracepointCatalog.programFilter), .start,
    ]
    for command in commands { try await run.client.run(command) }
    if let relayed = run.relayed { notify(.relayed(relayed)) }
  }

  /// Starts the watch of a run, if one was given.
  ///
  /// - Parameters:
  ///   - run: The run, whose target has been started; `nil` without a session.
  ///   - directory: That of the trace.
  ///   - sampler: Its sampler.
  ///   - start: When the target was started, or the session.
  /// - Returns: The task, to end before anything of the run is removed; `nil` without a watch.
  func watching(
    _ run: RecordingRun?,
    in directory: RecordingDirectory?,
    _ sampler: SampleRecorder?,
    since start: ContinuousClock.Instant
  ) -> Task<Void, Never>? {
    guard let watch else { return nil }
    let recordingWatch = RecordingWatch(
      run,
      in: directory,
      sampler: sampler,
      since: start,
      isRing: options.sizeLimit != nil
    )
    return Task { await watch(recordingWatch) }
  }

  /// Stops the session, queries its losses and destroys it.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - run: The run that it belongs to.
  ///   - daemon: The recording's own daemon; `nil` for one that ran already.
  ///   - report: How the target ended.
  ///   - start: When the target was started, or the session.
  /// - Returns: The report with the losses, the snapshots, and the failures.
  func finish(
    _ session: TracingSession,
    _ run: RecordingRun,
    daemon: SessionDaemon?,
    _ report: RecordingReport,
    start: ContinuousClock.Instant
  ) async -> RecordingReport {
    var report = report
    report.directory = run.directory?.path ?? ""
    report.relayedSession = run.relayed
    guard daemon?.hasEnded != true else {
      report.failures.append(.daemonDied)
      return report
    }
    do {
      report.duration = min(report.duration, try await session.stop() - start)
      if options.flightRecorder?.isWritten(for: report) == true {
        _ = try await session.takeSnapshot(.end)
      }
      report.lost = LostData(listing: try await run.client.run(.describeSession))
      // After a failed write destroying can wait forever for a rotation that cannot be made.
      if daemon?.log.canWrite != false { try await run.client.run(.destroy, limit: .seconds(120)) }
    } catch {
      // A failure to write is the cause of the client's later complaints.
      if daemon?.hasEnded == true {
        report.failures.append(.daemonDied)
      } else if daemon?.log.canWrite != false {
        let failure = error as? RecordingError
        report.failures.append(failure ?? .lttngFailed(command: "stop", message: "\(error)"))
      }
    }
    report.snapshots = await session.snapshots
    return report
  }

  /// Adds what is known only after the daemon has ended and printed its last.
  func completed(_ report: RecordingReport, _ run: RecordingRun) async -> RecordingReport {
    var report = report
    if let failure = run.log.failure { report.failures.insert(failure, at: 0) }
    if run.log.didEndCommand { report.commandEnd = .traceFailed }
    guard let directory = run.directory else { return report }
    directory.releaseReserve()
    directory.removeMarker()
    if report.failures.isEmpty, directory.hasUndescribedStreams {
      report.failures.append(.buffersNotMade)
    }
    if !report.failures.isEmpty {
      let recovery = BufferRecovery(
        directory: directory,
        buffers: run.buffers?.path,
        isFlightRecorder: options.flightRecorder != nil
      )
      do {
        (report.recoveredPackets, report.incompletePackets) = try await recovery.run()
      } catch {
        report.incompletePackets = directory.cutIncompletePackets()
      }
    }
    directory.trimMetadata()
    if report.failures.contains(where: \.isOfFullDisk) { directory.markIncomplete() }
    report.isReadable = directory.hasMetadata
    // Nothing was written, as intended.
    if options.flightRecorder != nil, report.snapshots.isEmpty { directory.discard() }
    if options.sizeLimit != nil {
      report.isCut = TraceExtent(streams: RecordingDirectory.streams(in: directory.path)).isCut
    }
    return report
  }
}

/// The directories, the client and the log of one run.
struct RecordingRun: Sendable {
  let client: LTTngClient

  /// The layout of the channel, as far as there is room.
  let layout: ChannelLayout

  /// The directory of the trace; `nil` for one that goes to a relay daemon, whose buffers have no name either.
  let directory: RecordingDirectory?
  let buffers: SharedBuffers?
  let relayed: RelayedSession?
  let log: DaemonLog

  /// The description of the run in its directories.
  var marker: RecordingMarker

  /// Changes that description.
  mutating func note(_ change: (inout RecordingMarker) -> Void) {
    change(&marker)
    marker.write()
  }
}
