/// The operations of several threads on one log that only grows: when each began and ended, and its
/// result.
///
/// The times are those of one logical clock, so that of two operations that didn't overlap the one that
/// ended first has the smaller end.
struct History: Sendable {
  struct Interval: Hashable, Sendable {
    let begin: Int
    let end: Int
  }

  /// An append, and the place in the log at which it is found afterwards.
  struct Append: Sendable {
    let interval: Interval
    let place: Int
    /// When its handle was found finished.
    ///
    /// From then on everybody has to see it. For those whose handle nobody asked, only the order
    /// among the appends is promised.
    let seenFrom: Int?
  }

  /// A read, and how many entries the log had in it.
  struct Read: Sendable {
    let interval: Interval
    let count: Int
  }

  var appends: [Append] = []
  var reads: [Read] = []

  /// The first contradiction to there being one order of all operations which keeps to the clock and
  /// in which each does what it did; `nil` if there is such an order.
  ///
  /// For a log whose appends are told apart, the order is known: an append is at its place, a read with
  /// n entries between the appends n - 1 and n. So it is enough to look whether any operation stands
  /// before another that had ended before it began (Herlihy and Wing: Linearizability, TOPLAS 1990).
  ///
  /// Complexity: O(n log n).
  func contradiction() -> String? {
    checkPlaces() ?? checkAppends() ?? checkReads() ?? checkSeen() ?? checkNotYetSeen()
  }

  private func checkPlaces() -> String? {
    let places = appends.map(\.place).sorted()
    for (expected, place) in places.enumerated() where place != expected {
      return "place \(expected) of the log: an append is lost or doubled (the next is at \(place))"
    }
    return nil
  }

  private func checkAppends() -> String? {
    Self.firstInversion(
      earlier: appends.map { ($0.interval.end, $0.place) },
      later: appends.map { ($0.interval.begin, $0.place) }
    ).map { "append at place \($0) had returned before the append at \($1) began" }
  }

  private func checkReads() -> String? {
    Self.firstInversion(
      earlier: reads.map { ($0.interval.end, $0.count) },
      later: reads.map { ($0.interval.begin, $0.count) }
    ).map { "a read of \($0) entries had returned before a read of \($1) began" }
  }

  /// Each read has all that was finished before it began.
  private func checkSeen() -> String? {
    Self.firstInversion(
      earlier: appends.compactMap { append in append.seenFrom.map { ($0, append.place + 1) } },
      later: reads.map { ($0.interval.begin, $0.count) }
    ).map { "append \($0 - 1) was finished before a read of \($1) entries began" }
  }

  /// No read has what began after it had ended.
  private func checkNotYetSeen() -> String? {
    Self.firstInversion(
      earlier: reads.map { ($0.interval.end, $0.count) },
      later: appends.map { ($0.interval.begin, $0.place) }
    ).map { "a read of \($0) entries had returned before append \($1) began" }
  }

  /// A pair of values of which the first's time is before the second's, and the first is greater.
  private static func firstInversion(
    earlier: [(time: Int, value: Int)],
    later: [(time: Int, value: Int)]
  ) -> (Int, Int)? {
    let ended = earlier.sorted { $0.time < $1.time }
    var next = 0
    var greatest = Int.min
    for event in later.sorted(by: { $0.time < $1.time }) {
      while next < ended.count, ended[next].time < event.time {
        greatest = max(greatest, ended[next].value)
        next += 1
      }
      if greatest > event.value { return (greatest, event.value) }
    }
    return nil
  }
}
