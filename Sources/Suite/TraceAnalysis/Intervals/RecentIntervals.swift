import TraceReading

/// The places in the call tree of the intervals that ended last.
///
/// For listeners, which run after their update, and for tasks that outlive their parent. Bounded: a table indexed by the id modulo its
/// size, where later intervals replace earlier ones.
struct RecentIntervals {
  private struct Entry {
    var key: TraceIntervalID?
    var node: Int32
  }

  private static let capacity = 65_536

  private var entries: [Entry] = []

  func node(of key: TraceIntervalID) -> Int32? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[Self.slot(of: key)]
    return entry.key == key ? entry.node : nil
  }

  mutating func insert(_ node: Int32, for key: TraceIntervalID) {
    if entries.isEmpty {
      entries = Array(repeating: Entry(key: nil, node: 0), count: Self.capacity)
    }
    entries[Self.slot(of: key)] = Entry(key: key, node: node)
  }

  /// Ids come one after another, so their low bits spread them well; an offset separates processes and kinds with the same ids.
  private static func slot(of key: TraceIntervalID) -> Int {
    let process = UInt64(truncatingIfNeeded: key.processIndex) &* 0x9e37
    let kind = UInt64(truncatingIfNeeded: key.kind.index) &* 0x1f3d
    return Int(truncatingIfNeeded: (key.id &+ process &+ kind) & UInt64(capacity - 1))
  }
}
