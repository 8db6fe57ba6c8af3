/// When each thread emitted events, and what its CPU clock said.
struct ThreadMeter {
  struct Entry {
    var firstEvent: Int64
    var lastEvent: Int64
    /// The first and the last reading of its CPU clock.
    var clock: (first: Int64, last: Int64)?
  }

  /// By index into `TraceCatalog.threads`.
  private var entries: [Entry?] = []

  mutating func live(_ thread: Int, at time: Int64) {
    while entries.count <= thread { entries.append(nil) }
    if entries[thread] == nil {
      entries[thread] = Entry(firstEvent: time, lastEvent: time)
    } else {
      entries[thread]?.lastEvent = time
    }
  }

  /// Notes a reading of the CPU clock of a thread that has emitted an event.
  mutating func read(_ clock: Int64, ofThread thread: Int) {
    let first = entries[thread]?.clock?.first ?? clock
    entries[thread]?.clock = (first, clock)
  }

  subscript(thread: Int) -> Entry? { entries.indices.contains(thread) ? entries[thread] : nil }
}
