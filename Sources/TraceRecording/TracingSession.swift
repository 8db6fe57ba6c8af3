/// The session of one recording at its daemon, from its start on.
actor TracingSession {
  private let client: LTTngClient
  private let log: DaemonLog
  private var stopping: Task<ContinuousClock.Instant, any Error>?

  /// - Parameters:
  ///   - client: The client of its daemon.
  ///   - log: What the daemon prints.
  init(client: LTTngClient, log: DaemonLog) {
    self.client = client
    self.log = log
  }

  /// Stops it: what is emitted from now on is not recorded.
  ///
  /// Once: later calls wait for the first.
  ///
  /// - Returns: When it was asked to stop.
  /// - Throws: `RecordingError` with LTTng's message.
  @discardableResult
  func stop() async throws -> ContinuousClock.Instant {
    // A task of its own: who gives up waiting must not interrupt the client.
    let task =
      stopping
      ?? Task { [client, log] in
        let time = ContinuousClock.now
        try await client.run(.stop, limit: .seconds(log.failure == nil ? 120 : 10))
        return time
      }
    stopping = task
    return try await task.value
  }
}
