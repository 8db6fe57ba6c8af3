/// Makes a trace readable whose recorder and daemons were killed.
///
/// 1. What the recording still runs is ended: its daemon where the kernel did not do that.
/// 2. `lttng-crash` copies what is left in the ring buffers.
/// 3. Those packets are appended to the trace's streams. A packet's number tells whether the
///    consumer had written it already, and its size whether to its end.
/// 4. The leftovers are removed: sockets, home, buffers, marker.
public struct RecordingRecovery: Sendable {
  private let directory: TraceDirectory
  private let recording: KilledRecording

  /// Finds a killed recording.
  ///
  /// - Parameter path: The directory of its trace.
  /// - Throws: `RecordingError` if there is nothing to recover, or the recording still runs.
  public init(path: String) throws(RecordingError) {
    directory = try TraceDirectory(existing: path)
    guard let marker = RecordingMarker.read(in: directory.path) else {
      throw .nothingToRecover(path)
    }
    guard let recording = KilledRecording(marker) else {
      throw .recordingRuns(directory: path, recorder: marker.recorder?.id ?? 0)
    }
    self.recording = recording
  }

  /// Recovers the trace.
  ///
  /// - Complexity: O(*n*) in the size of the buffers, and in the number of packets of the trace.
  /// - Returns: What was found.
  /// - Throws: `RecordingError`; what was left is left then.
  public func run() async throws -> RecoveryReport {
    await recording.end()
    var report = RecoveryReport(directory: directory.path)
    (report.packets, report.incompletePackets) = try await BufferRecovery(
      directory: directory,
      buffers: recording.marker.buffers,
      isFlightRecorder: recording.marker.isFlightRecorder
    ).run()
    directory.trimMetadata()
    report.isReadable = directory.hasMetadata
    if let command = recording.marker.command, command.isRunning {
      report.runningCommand = command.id
    }
    recording.removeHome()
    recording.removeBuffers()
    directory.removeMarker()
    return report
  }
}
