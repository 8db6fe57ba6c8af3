/// What was recovered of a killed recording.
public struct RecoveryReport: Sendable, Equatable {
  /// The directory of the trace, absolute.
  public var directory: String

  /// How many packets were still in the ring buffers.
  public var packets = 0

  /// How many files of the trace ended in a packet that was cut off because it was incomplete.
  public var incompletePackets = 0

  /// Whether the trace has a description of its events: not if no program emitted any.
  public var isReadable = false

  /// The recorded command, if it still runs; what it emits is not recorded any more.
  public var runningCommand: Int32?
}
