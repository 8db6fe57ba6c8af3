import CommandRunning
import Glibc
import Subprocess

/// A session daemon of the recording's own, for the duration of a closure.
///
/// A child in its own session, as in docs/recording.md, R2. Its consumer is in its process group.
struct SessionDaemon: Sendable {
  let processID: pid_t
  let log: DaemonLog

  /// Starts a daemon, waits until it answers, runs a closure and ends the daemon.
  ///
  /// - Parameters:
  ///   - client: Its client.
  ///   - log: Gets what it prints.
  ///   - body: Gets the daemon when it is ready. The daemon may end meanwhile.
  /// - Returns: What the closure returns. The daemon and all its processes have ended.
  /// - Throws: `RecordingError`, or what the closure throws.
  static func run<Result: Sendable>(
    client: LTTngClient,
    log: DaemonLog,
    body: @Sendable (SessionDaemon) async throws -> Result
  ) async throws -> Result {
    var options = PlatformOptions()
    options.createSession = true
    // Not --quiet: that would hide the only message about a full disk.
    let daemon = ["lttng-sessiond", "--no-kernel"]
    // The daemon dies with the recorder, in any case; its consumer writes its data, and ends with it. (On SIGTERM the daemon would wait for
    // the recorded programs, forever if one is blocked.) The signal is bound to the thread that forks; Subprocess forks on one that lives
    // as long as the process.
    let hasSetpriv = (try? ExecutableSearch.path(of: "setpriv")) != nil
    let words = (hasSetpriv ? ["setpriv", "--pdeathsig", "KILL", "--"] : []) + daemon
    do {
      return try await Subprocess.run(
        .name(words[0]),
        arguments: Arguments(Array(words.dropFirst())),
        environment: .inheriting(client.environment),
        platformOptions: options,
        input: .none,
        output: .discarded,
        error: .sequence
      ) { execution in
        let daemon = SessionDaemon(processID: execution.processIdentifier.value, log: log)
        return try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for try await line in execution.standardError.strings() { log.append(line) }
            log.close()
          }
          let result: Swift.Result<Result, any Error>
          do {
            try await daemon.waitUntilReady(client)
            result = .success(try await body(daemon))
          } catch {
            result = .failure(error)
          }
          await daemon.end()
          group.cancelAll()
          return try result.get()
        }
      }.closureResult
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw RecordingError.toolMissing(words[0])
    }
  }

  /// Whether the daemon itself has ended; its consumer may still be at work.
  var hasEnded: Bool {
    TraceRecording.hasEnded(processID, WNOHANG)
  }

  private func waitUntilReady(_ client: LTTngClient) async throws(RecordingError) {
    let deadline = ContinuousClock.now + .seconds(20)
    var answer = RecordingError.daemonNotReady(message: "no answer within 20 s")
    while ContinuousClock.now < deadline {
      if hasEnded {
        // Its last words are still in the pipe.
        try? await Task.sleep(for: .milliseconds(50))
        let message = log.summary
        // LTTng gives the members of group tracing root's daemon, whatever LTTNG_HOME says.
        throw message.contains("already running")
          ? .daemonAlreadyRuns(reason: "this user is in group tracing")
          : .daemonNotReady(message: message)
      }
      do {
        try await client.run(.list, limit: .seconds(5))
        return
      } catch {
        if error == .toolMissing("lttng") { throw error }
        answer = .daemonNotReady(message: "\(error)")
      }
      try? await Task.sleep(for: .milliseconds(10))
    }
    throw answer
  }

  /// Ends the daemon in order, and the rest of its process group by force.
  private func end() async {
    kill(processID, SIGTERM)
    let deadline = ContinuousClock.now + .seconds(log.canWrite ? 10 : 2)
    while !(hasEnded && log.isClosed) && ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(5))
    }
    // It isn't reaped yet, so its id, and the group's, can't be reused.
    kill(-processID, SIGKILL)
  }
}
