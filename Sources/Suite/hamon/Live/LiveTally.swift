import ReportRendering
import Synchronization

/// Events per name, in total and since the last table, and the number of sessions.
final class LiveTally: Sendable {
  private struct State {
    var counts: [String: UInt64] = [:]
    var lastCounts: [String: UInt64] = [:]
    var lastTime: ContinuousClock.Instant
    var followed = 0
    var ended = 0
  }

  private let state: Mutex<State>
  private let start: ContinuousClock.Instant

  init(start: ContinuousClock.Instant = .now) {
    self.start = start
    state = Mutex(State(lastTime: start))
  }

  func beginSession() { state.withLock { $0.followed += 1 } }

  func endSession() {
    state.withLock {
      $0.followed -= 1
      $0.ended += 1
    }
  }

  /// Whether there were sessions and none is left.
  var hasEnded: Bool { state.withLock { $0.followed == 0 && $0.ended > 0 } }

  func add(_ counts: [String: UInt64]) {
    state.withLock { $0.counts.merge(counts, uniquingKeysWith: +) }
  }

  /// The table at a moment: a line of totals, and one for each name, sorted.
  ///
  /// - Returns: The lines; rates cover the time since the last table.
  func table(at now: ContinuousClock.Instant = .now) -> [String] {
    let (counts, lastCounts, lastTime, sessions) = state.withLock { state in
      let result = (state.counts, state.lastCounts, state.lastTime, state.followed)
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
        "  \(name.padded(to: width))  \(count)  \(rate(count, lastCounts[name] ?? 0))"
      }
  }
}

/// Counts events by name in the output of babeltrace2.
///
/// A line is `[SECONDS] PROVIDER:NAME: { FIELDS }`; it may come in pieces.
struct LiveLineCounter {
  /// The prefix of LTTng's own events about the processes, which are not counted.
  private static let stateDump = "lttng_ust_statedump:".utf8

  private var line: [UInt8] = []
  private var counts: [[UInt8]: UInt64] = [:]

  /// Takes the next bytes.
  ///
  /// - Complexity: O(*n*) in their number.
  mutating func append(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        // The name is at the start; fields may be long.
        if line.count < 1024 { line.append(byte) }
        continue
      }
      if let name = Self.name(in: line), !name.starts(with: Self.stateDump) {
        counts[name, default: 0] += 1
      }
      line.removeAll(keepingCapacity: true)
    }
  }

  /// Returns the counts since the last call.
  mutating func take() -> [String: UInt64] {
    let result = counts.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
    counts.removeAll(keepingCapacity: true)
    return Dictionary(result) { $0 + $1 }
  }

  private static func name(in line: [UInt8]) -> [UInt8]? {
    guard let bracket = line.firstIndex(of: UInt8(ascii: "]")), bracket + 2 < line.count,
      let end = line[bracket...].firstIndex(of: UInt8(ascii: "{")), end >= bracket + 4
    else { return nil }
    // Between "] " and ": {".
    return Array(line[(bracket + 2)..<(end - 2)])
  }
}
