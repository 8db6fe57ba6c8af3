import Glibc

/// One command, recorded with a session daemon of its own.
///
/// 1. The command, the tools and the directory are checked before anything is started: a refusal
///    leaves nothing behind.
/// 2. The daemon is ready and the session started before the command is: no event is missed.
/// 3. However the command ends, the session is stopped, its losses are asked for, and it is
///    destroyed; then the daemon ends. From the command's start on nothing throws: what fails is
///    in the report, beside the command's status.
public struct Recording: Sendable {
  private let options: RecordingOptions
  private let isolation: DaemonIsolation
  private let notify: @Sendable (RecordingError) -> Void

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - options: What to record, and where to.
  ///   - isolation: From ``DaemonIsolation/establish()``.
  ///   - notify: Called at once for a failure while the command still runs.
  public init(
    options: RecordingOptions,
    isolation: DaemonIsolation,
    notify: @escaping @Sendable (RecordingError) -> Void = { _ in }
  ) {
    self.options = options
    self.isolation = isolation
    self.notify = notify
  }

  /// Records the command from its start to its end.
  ///
  /// Signals that would end this process go to the command meanwhile; one recording at a time.
  ///
  /// - Returns: What came of it.
  /// - Throws: `RecordingError` if the command was not started; nothing remains then.
  public func run() async throws -> RecordingReport {
    try checkPatterns()
    let executable = try ExecutableSearch.path(of: options.command.first ?? "")
    for tool in ["lttng", "lttng-sessiond"] where (try? ExecutableSearch.path(of: tool)) == nil {
      throw RecordingError.toolMissing(tool)
    }
    let signals = SignalForwarding()
    let home = try TemporaryHome()
    defer { home.remove() }
    var environment = ["LTTNG_HOME": home.path]
    let preload = getenv("LD_PRELOAD").map { String(cString: $0) } ?? ""
    let client = LTTngClient(
      environment: environment.merging([
        "LC_ALL": "C", "LD_PRELOAD": ForkTracing.preloadForDaemon(existing: preload),
      ]) { $1 },
      isRoot: geteuid() == 0
    )
    try await checkSharedDirectory(client)
    let directory = try TraceDirectory(options.outputDirectory)
    // Root's programs look in /var/run/lttng, where our daemon is.
    if isolation != .ownHome { environment = [:] }
    // Without the wait short programs end before they are registered; without its limit they
    // would hang on a daemon that does not answer. Milliseconds.
    environment["LTTNG_UST_REGISTER_TIMEOUT"] = "10000"
    if options.isLossless { environment["LTTNG_UST_ALLOW_BLOCKING"] = "1" }
    environment["LD_PRELOAD"] = ForkTracing.preload(existing: preload)

    let log = DaemonLog(directory: directory.path) { [options, notify] failure in
      directory.giveReserveToMetadata()
      notify(failure)
      // Nobody empties the buffers of that stream any more: the command would wait for ever.
      return options.isLossless && Self.endCommand()
    }
    do {
      let report = try await SessionDaemon.run(client: client, log: log) {
        [environment] daemon in
        try await setUp(client, output: directory.path)
        if let signal = signals.pending { throw RecordingError.interrupted(signal: signal) }
        return try await record(
          executable,
          environment: environment,
          daemon: daemon,
          client: client,
          directory: directory
        )
      }
      directory.releaseReserve()
      return completed(report, directory: directory, log: log)
    } catch {
      directory.discard()
      throw error
    }
  }

  private func checkPatterns() throws(RecordingError) {
    for pattern in options.eventPatterns {
      let isPlain = pattern.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
      guard isPlain, !pattern.isEmpty, !pattern.hasPrefix("-"), pattern.utf8.count < 256 else {
        throw .patternInvalid(pattern)
      }
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

  private func setUp(_ client: LTTngClient, output: String) async throws {
    let commands: [LTTngCommand] = [
      .create(output: output), .enableMetadataChannel,
      .enableChannel(lossless: options.isLossless), .addContexts,
      .enableEvents(options.eventPatterns), .start,
    ]
    for command in commands { try await client.run(command) }
  }

  private func record(
    _ executable: String,
    environment: [String: String],
    daemon: SessionDaemon,
    client: LTTngClient,
    directory: TraceDirectory
  ) async throws -> RecordingReport {
    let clock = ContinuousClock()
    let start = clock.now
    let command = try CommandProcess(
      path: executable,
      arguments: options.command,
      environment: environment
    )
    let session = TracingSession(client: client, log: daemon.log)
    let timer = Task { [limit = options.timeLimit] in
      guard let limit, (try? await Task.sleep(for: limit)) != nil else { return false }
      // First stopped, then ended: how a program shuts down is not what was to be seen. What fails
      // here fails again below, and is told there.
      _ = try? await session.stop()
      return Self.endCommand()
    }
    let status = await command.wait()
    let end = clock.now
    timer.cancel()
    let isTimeUp = await timer.value
    var report = RecordingReport(
      directory: directory.path,
      status: status,
      duration: end - start,
      lost: nil,
      failures: [],
      commandEnd: isTimeUp ? .timeLimit : nil,
      incompletePackets: 0,
      isReadable: false
    )
    if daemon.hasEnded {
      report.failures.append(.daemonDied)
    } else {
      do {
        report.duration = min(end, try await session.stop()) - start
        report.lost = LostData(listing: try await client.run(.describeSession))
        // After a failed write destroying can wait for ever: for a rotation that cannot be made.
        if daemon.log.failure == nil {
          try await client.run(.destroy, limit: .seconds(120))
        }
      } catch let error as RecordingError {
        // A failure to write is the cause of what the client then complains of.
        if daemon.hasEnded {
          report.failures.append(.daemonDied)
        } else if daemon.log.failure == nil {
          report.failures.append(error)
        }
      }
    }
    return report
  }

  /// Adds what is known only when the daemon has ended and has printed its last.
  private func completed(
    _ report: RecordingReport,
    directory: TraceDirectory,
    log: DaemonLog
  ) -> RecordingReport {
    var report = report
    if let failure = log.failure { report.failures.insert(failure, at: 0) }
    if log.didEndCommand { report.commandEnd = .traceFailed }
    if !report.failures.isEmpty { report.incompletePackets = directory.cutIncompletePackets() }
    directory.trimMetadata()
    report.isReadable = directory.hasMetadata
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
