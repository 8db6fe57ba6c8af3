/// How far a recording is, at one moment of it.
package struct RecordingProgress: Sendable, Equatable {
  /// The time since the command was started, or since the recording of a process began.
  package var duration: Duration

  /// The ring buffers; `nil` where they can't be seen: those of a trace that goes to a relay have no name.
  package var buffers: RecordingBuffers?

  /// What was lost, as far as packets have been written; `nil` where nobody counts it: a flight recorder overwrites.
  package var lost: LostData?

  /// The size of the trace's directory, in bytes, samples included; `nil` for a trace that goes to a relay.
  package var size: UInt64?

  /// The samples so far; `nil` where none are taken.
  package var samples: SampleCount?
}

/// Samples that have been taken, and records that the kernel had no room for.
package struct SampleCount: Sendable, Equatable {
  package var samples: Int
  package var lost: UInt64
}

/// The ring buffers of all programs of a recording: docs/recording.md, R16.
package struct RecordingBuffers: Sendable, Equatable {
  /// How many there are: one for each processor and user.
  package var count = 0

  /// What programs have written into all of them since the recording began, in bytes, without the headers of packets.
  package var eventBytes: UInt64 = 0

  /// The whole sub-buffers that wait in the buffer that has most of them; of a flight recorder, those that it keeps.
  package var fullest: UInt64 = 0

  /// How many sub-buffers each buffer has.
  package var subBufferCount: UInt64 = 0

  /// The size of a sub-buffer, in bytes.
  package var subBufferSize: UInt64 = 0

  package var overwrites = false
}

/// A packet of a recording that lasts, in a directory that can be read as a trace.
package struct PacketCopy: Sendable, Equatable {
  package var directory: String

  /// The size of the events in it, in bytes; the last may be cut.
  package var eventBytes: Int
}
