import BenchmarkHarness
import Synchronization

/// A figure of a ``TimedRun``.
enum TimedFigure: String, CaseIterable {
  /// The median of the times from a request until its update was applied.
  case appliedMedian = "applied-p50"
  /// The time that 99 of 100 of them don't exceed.
  case appliedP99 = "applied-p99"
  /// The time that 999 of 1,000 calls don't exceed.
  case callP999 = "call-p99.9"
  /// How much of ten milliseconds the producer had that was the busiest, by the updates that were applied; of all whole
  /// ten milliseconds the largest.
  case busiestOf10ms = "busiest-of-10ms"
}

/// Some producers that update a state for 50 ms with the time of each update taken.
struct TimedRun {
  /// Nanoseconds by the figure.
  let figures: [TimedFigure: UInt64]

  private static let duration: UInt64 = 50_000_000
  private static let window: UInt64 = 10_000_000
  /// As many updates of one producer as are recorded at most.
  static let capacity = 200_000

  /// Runs once.
  ///
  /// - Throws: ``VerificationError`` if an update is lost or was applied twice, ``ThreadTeamError`` if there are no threads.
  init<Guarded: Contender>(
    _ kind: Guarded.Type,
    records: [ProducerRecord],
    turns: ContendedTurns
  ) throws {
    let contender = Guarded()
    let start = Atomic<UInt64>(0)
    let team = try ThreadTeam(threads: records.count) { thread, _ in
      // Who comes first sets the clock for all.
      let now = ProducerRecord.now()
      let begin = start.compareExchange(
        expected: 0,
        desired: now,
        ordering: .acquiringAndReleasing
      )
      records[thread].deadline = (begin.exchanged ? now : begin.original) + Self.duration
      contender.produce(into: records[thread], turns)
    }
    team.run(iterations: records.count)
    team.stop()
    let count = records.reduce(0) { $0 + $1.count }
    try VerificationError.check("updates", found: contender.state.count, expected: count)
    try VerificationError.check(
      "work",
      found: contender.state.work,
      expected: CountedWork.number(after: count * turns.updater)
    )
    // Where some dispatch now and then, their times are asked for, and not those of whom they come upon.
    let asked = records.contains { $0.pause > 0 } ? records.filter { $0.pause > 0 } : records
    let applied = asked.flatMap(\.timesToApplied).sorted()
    let calls = asked.flatMap(\.timesOfCalls).sorted()
    figures = [
      .appliedMedian: Self.quantile(0.5, of: applied),
      .appliedP99: Self.quantile(0.99, of: applied),
      .callP999: Self.quantile(0.999, of: calls),
      .busiestOf10ms: Self.busiest(records, from: start.load(ordering: .relaxed)),
    ]
  }

  private static func quantile(_ part: Double, of sorted: [UInt64]) -> UInt64 {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  private static func busiest(_ records: [ProducerRecord], from start: UInt64) -> UInt64 {
    let windows = Int(duration / window)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: windows), count: records.count)
    for (producer, record) in records.enumerated() {
      for time in record.timesApplied where time < start + duration {
        counts[producer][Int((time - start) / window)] += 1
      }
    }
    return (0..<windows).map { place in
      let all = counts.reduce(0) { $0 + $1[place] }
      let most = counts.map { $0[place] }.max() ?? 0
      return all == 0 ? 0 : window * UInt64(most) / UInt64(all)
    }.max() ?? 0
  }
}

/// The timed runs of one contender in one cell, which the rows of their figures share.
///
/// Each row takes the runs in their order; who comes first to one makes it.
final class TimedRuns: Sendable {
  private struct Log {
    var runs: [[TimedFigure: UInt64]] = []
    var taken: [TimedFigure: Int] = [:]
  }

  private let log = Mutex(Log())
  private let run: @Sendable () throws -> TimedRun

  /// `pause` is how many microseconds all producers but the first sleep before each update.
  init<Guarded: Contender>(
    _ kind: Guarded.Type,
    producers: Int,
    turns: ContendedTurns,
    pause: UInt32
  ) {
    run = {
      let records = (0..<producers).map { producer in
        ProducerRecord(capacity: TimedRun.capacity, pause: producer == 0 ? 0 : pause)
      }
      return try TimedRun(kind, records: records, turns: turns)
    }
  }

  /// The figure of the next run whose figure of that kind was not taken.
  func next(_ figure: TimedFigure) throws -> UInt64 {
    let place = log.withLock { log in
      defer { log.taken[figure, default: 0] += 1 }
      return log.taken[figure, default: 0]
    }
    if place == log.withLock({ $0.runs.count }) {
      let figures = try run().figures
      log.withLock { $0.runs.append(figures) }
    }
    return log.withLock { $0.runs[place][figure] ?? 0 }
  }
}
