/// A request to record memory.
package struct MemoryRequest: Sendable {
  /// Which blocks are noted.
  package enum Mode: String, CaseIterable, Sendable {
    /// One in so many bytes.
    case sampled
    /// Each one.
    case all
  }

  package var mode: Mode

  /// The time between two snapshots; `nil` for none but at the end and when one is asked for.
  package var interval: Duration?

  /// Reads a frozen copy while it waits, and returns the contents of the snapshot's file; called with the files of the processes, on a
  /// thread of the recorder's.
  package var analysis: @Sendable (HeapCopy, [String]) throws -> [UInt8]

  package init(
    mode: Mode,
    interval: Duration? = nil,
    analysis: @escaping @Sendable (HeapCopy, [String]) throws -> [UInt8]
  ) {
    self.mode = mode
    self.interval = interval
    self.analysis = analysis
  }
}

/// What was recorded of memory.
package struct MemoryTally: Sendable, Equatable {
  package var mode: MemoryRequest.Mode
  /// How many programs wrote a file.
  package var programs = 0
  /// The files of snapshots, in the order in which they were taken.
  package var snapshots: [String] = []
  /// What is missing, a line each.
  package var gaps: [String] = []

  package init(mode: MemoryRequest.Mode) { self.mode = mode }
}
