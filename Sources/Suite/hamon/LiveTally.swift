import Synchronization

/// How many events of each name have come, and came since it was looked at last.
final class LiveTally: Sendable {
  private struct State {
    var counts: [String: UInt64] = [:]
    var lastCounts: [String: UInt64] = [:]
    var lastTime: ContinuousClock.Instant
  }

  private let state: Mutex<State>
  private let start: ContinuousClock.Instant

  /// - Parameter start: When counting begins.
  init(start: ContinuousClock.Instant = .now) {
    self.start = start
    state = Mutex(State(lastTime: start))
  }

  /// Adds events.
  func add(_ counts: [String: UInt64]) {
    state.withLock { $0.counts.merge(counts, uniquingKeysWith: +) }
  }

  /// The table of this moment: a line for all, and one for each name in their order.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - sessions: How many sessions are followed.
  /// - Returns: Rates are of the time since the last table.
  func table(at now: ContinuousClock.Instant = .now, sessions: Int) -> [String] {
    let (counts, lastCounts, lastTime) = state.withLock { state in
      let result = (state.counts, state.lastCounts, state.lastTime)
      state.lastCounts = state.counts
      state.lastTime = now
      return result
    }
    let seconds = max(0.001, (now - lastTime) / .seconds(1))
    func rate(_ count: UInt64, _ last: UInt64) -> String {
      "\(Int((Double(count - last) / seconds).rounded()))/s"
    }
    let total = counts.values.reduce(0, +)
    let lastTotal = lastCounts.values.reduce(0, +)
    let time = Int(((now - start) / .seconds(1)).rounded())
    let width = counts.keys.map(\.count).max() ?? 0
    return ["\(time) s: \(sessions) session(s), \(total) events, \(rate(total, lastTotal))"]
      + counts.sorted { $0.key < $1.key }.map { name, count in
        let padding = String(repeating: " ", count: width - name.count)
        return "  \(name)\(padding)  \(count)  \(rate(count, lastCounts[name] ?? 0))"
      }
  }
}
