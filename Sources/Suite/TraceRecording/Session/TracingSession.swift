import Foundation
import Glibc

/// The started session of one recording at its daemon.
actor TracingSession {
  private let client: LTTngClient
  private let log: DaemonLog
  private let directory: RecordingDirectory?
  private var stopping: Task<ContinuousClock.Instant, any Error>?
  private var lastSnapshot: Task<Snapshot, any Error>?
  private(set) var snapshots: [Snapshot] = []

  init(_ run: RecordingRun) {
    client = run.client
    log = run.log
    directory = run.directory
  }

  /// Lets the programs tell again what numbers in their events stand for; a failure is none of the recording.
  func dumpState() async {
    _ = try? await client.run(.dumpState, limit: .seconds(5))
  }

  /// Stops it, after its programs have told again what numbers stand for: later events are not recorded.
  ///
  /// Happens once: later calls wait for the first.
  ///
  /// - Returns: When it was asked to stop.
  /// - Throws: `RecordingError` with LTTng's message.
  @discardableResult
  func stop() async throws -> ContinuousClock.Instant {
    // A separate task: a caller that gives up waiting must not interrupt the client.
    let task =
      stopping
      ?? Task { [client, log] in
        // Once more, for what was lost.
        if log.canWrite { _ = try? await client.run(.dumpState, limit: .seconds(5)) }
        let time = ContinuousClock.now
        try await client.run(.stop, limit: .seconds(log.canWrite ? 120 : 10))
        return time
      }
    stopping = task
    return try await task.value
  }

  /// Writes out the buffers, one snapshot after the other.
  ///
  /// - Parameter reason: Why.
  /// - Returns: The snapshot, whose directory is the next `snapshot-N`.
  /// - Throws: `RecordingError`.
  func takeSnapshot(_ reason: Snapshot.Reason) async throws -> Snapshot {
    let task = Task { [previous = lastSnapshot, client, directory] in
      _ = await previous?.result
      return try await Self.write(number: snapshots.count + 1, reason, client, directory)
    }
    lastSnapshot = task
    let snapshot = try await task.value
    snapshots.append(snapshot)
    return snapshot
  }

  private static func write(
    number: Int,
    _ reason: Snapshot.Reason,
    _ client: LTTngClient,
    _ directory: RecordingDirectory?
  ) async throws -> Snapshot {
    guard let directory else {
      throw RecordingError.writeFailed(directory: "snapshot", message: "there is no directory")
    }
    // LTTng writes into a directory that it names by the time and a number.
    let parent = "\(directory.path)/.hamon-snapshot"
    defer { try? FileManager.default.removeItem(atPath: parent) }
    _ = try? await client.run(.dumpState, limit: .seconds(5))
    try await client.run(.takeSnapshot(output: parent), limit: .seconds(120))
    let path = "\(directory.path)/snapshot-\(number)"
    let written = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    guard let name = written.first, rename("\(parent)/\(name)", path) == 0 else {
      throw RecordingError.writeFailed(directory: path, message: "the snapshot is not there")
    }
    let extent = TraceExtent(streams: RecordingDirectory.streams(in: path))
    return Snapshot(directory: path, reason: reason, span: extent.span, isCut: extent.isCut)
  }
}
