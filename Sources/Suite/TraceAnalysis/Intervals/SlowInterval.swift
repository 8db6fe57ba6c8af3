import TraceReading

/// One of the longest intervals of a trace.
package struct SlowInterval: Sendable, Codable, Equatable {
  package var kind: IntervalKind
  /// Its name; `nil` if unknown.
  package var name: String?
  package var subsystem: String?
  package var category: String?
  /// Its id, unique in its process.
  package var id: UInt64
  /// The host of the process; empty if unknown.
  package var hostname: String
  /// The process; `nil` if unknown.
  package var processID: Int64?
  /// When it began, in nanoseconds since the Unix epoch.
  package var begin: Int64
  package var duration: Int64
  /// The part of that in which no child ran.
  package var selfTime: Int64
  /// Its CPU time, if known.
  package var cpuTime: Int64?
  /// How long it had waited in the queue, if known.
  package var wait: Int64?
  /// How long of its duration its whole process was silent; `nil` if never, and in files of earlier versions.
  package var silence: Int64?
  /// The chain of its parents, the outermost first.
  package var parents: [String]
  /// Its other fields, as `key=value`.
  package var fields: [String]
}

/// The longest intervals of a kind.
struct SlowestIntervals {
  /// One of them, with its figures.
  struct Entry {
    let key: TraceIntervalID
    let interval: OpenInterval
    let duration: Int64
    let selfTime: Int64
    let cpuTime: Int64?
    let fields: [TraceField]
  }

  static let capacity = 10

  /// The longest first.
  private(set) var entries: [Entry] = []

  /// Whether an interval of this duration would be one of them.
  func takes(_ duration: Int64) -> Bool {
    entries.count < Self.capacity || duration > entries[Self.capacity - 1].duration
  }

  mutating func insert(_ entry: Entry) {
    let index = entries.firstIndex { $0.duration < entry.duration } ?? entries.count
    entries.insert(entry, at: index)
    if entries.count > Self.capacity { entries.removeLast() }
  }
}
