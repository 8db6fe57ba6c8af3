/// The longest intervals of a kind.
struct SlowestIntervals {
  /// One of them, with what is to be said of it.
  struct Entry {
    let key: TraceIntervalID
    let group: Int32
    let node: Int32
    let begin: Int64
    let duration: Int64
    let selfTime: Int64
    let cpuTime: Int64?
    let wait: Int64
    let details: IntervalDetails?
  }

  static let capacity = 10

  /// The longest first.
  private(set) var entries: [Entry] = []

  /// Whether an interval would be one of them.
  func takes(_ duration: Int64) -> Bool {
    entries.count < Self.capacity || duration > entries[Self.capacity - 1].duration
  }

  mutating func insert(_ entry: Entry) {
    let index = entries.firstIndex { $0.duration < entry.duration } ?? entries.count
    entries.insert(entry, at: index)
    if entries.count > Self.capacity { entries.removeLast() }
  }
}
