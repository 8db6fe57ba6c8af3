/// How far a recording is, at one moment.
package struct RecordingProgress: Sendable, Equatable {
  /// The time since the command was started, or since the recording of a process began.
  package var duration: Duration

  /// The ring buffers; `nil` if they can't be seen, because those of a trace that goes to a relay have no name.
  package var buffers: RecordingBuffers?

  /// What was lost, as far as packets have been written; `nil` if nobody counts it, because a flight recorder overwrites.
  package var lost: LostData?

  /// The size of the trace's directory with samples, in bytes; `nil` for a trace that goes to a relay.
  package var size: UInt64?

  /// The samples so far; `nil` if none are taken.
  package var samples: SampleCount?
}

/// The number of samples, and of records that the kernel had no room for.
package struct SampleCount: Sendable, Equatable {
  package var samples: Int
  package var lost: UInt64
}

/// The ring buffers of all programs of a recording: docs/recording.md, R16.
package struct RecordingBuffers: Sendable, Equatable {
  /// The number of buffers: one for each processor and user.
  package var count = 0

  /// The bytes that programs wrote into all of them since the recording began, without the headers of packets.
  package var eventBytes: UInt64 = 0

  /// The number of whole sub-buffers that wait in the fullest buffer; for a flight recorder, those that it keeps.
  package var fullest: UInt64 = 0

  package var subBufferCount: UInt64 = 0

  /// The size of a sub-buffer, in bytes.
  package var subBufferSize: UInt64 = 0

  package var overwrites = false
}

/// A packet of a running recording, in a directory that can be read as a trace.
package struct PacketCopy: Sendable, Equatable {
  package var directory: String

  /// The size of its events, in bytes; the last may be cut.
  package var eventBytes: Int
}
