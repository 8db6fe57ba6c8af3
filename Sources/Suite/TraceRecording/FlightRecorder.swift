/// A recording that keeps the newest events in memory and writes them out when there is a reason.
public struct FlightRecorder: Sendable, Equatable {
  /// How much time a snapshot should hold.
  public var span: Duration

  /// The memory for the events, in bytes: of all processors, for the programs of one user.
  public var bufferSize: Int

  /// Whether a snapshot is written at the end in any case.
  public var isWrittenAtExit: Bool

  /// Creates a flight recorder.
  ///
  /// - Parameters:
  ///   - span: How much time a snapshot should hold.
  ///   - bufferSize: The memory for the events, in bytes.
  ///   - isWrittenAtExit: Whether a snapshot is written at the end in any case.
  public init(span: Duration, bufferSize: Int = 64 << 20, isWrittenAtExit: Bool = false) {
    self.span = span
    self.bufferSize = bufferSize
    self.isWrittenAtExit = isWrittenAtExit
  }

  /// Whether what became of the target is a reason for a snapshot.
  ///
  /// - Parameter report: How the recording ended.
  /// - Returns: Also for a process that ran already and ended: its status is its parent's to know.
  func isWritten(for report: RecordingReport) -> Bool {
    if isWrittenAtExit { return true }
    if let end = report.attachmentEnd { return end != .timeLimit }
    return report.exitStatus != 0
  }
}
