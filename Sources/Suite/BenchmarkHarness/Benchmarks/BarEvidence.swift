import BenchmarkResults
import Statistics

/// The evidence of a run's rounds about its bars.
struct BarEvidence {
  /// For each row, the median time of an operation in a round, in nanoseconds, by the round's number.
  var rounds: [String: [Int: Double]] = [:]

  /// For each row, the time of an operation in each sample of a round; only in runs with bars on percentiles.
  var samples: [String: [Int: [Double]]] = [:]

  /// For each row, by the round's number: a loop's time next to the row, as a multiple of the reference machine's.
  private(set) var slowdowns: [String: [CalibrationLoop: [Int: Double]]] = [:]

  /// For each row, by the round's number: the time of an independent addition next to the row, in dependent ones.
  private var independentAdds: [String: [Int: Double]] = [:]

  /// The same times, sorted.
  private var sortedIndependentAdds: [Double] = []

  /// For each row with several threads or tasks, by the round's number: how long a cache line took to another processor and back next to
  /// the row, in nanoseconds.
  var handOvers: [String: [Int: Double]] = [:]

  /// For each row, what else the machine did during its measurement.
  var disturbances: [String: Disturbance] = [:]

  /// The values of two rows in the rounds that both have, in the order of the rounds.
  func paired(
    _ row: String,
    _ other: String,
    _ value: (_ round: Int, _ row: Double, _ other: Double) -> Double?
  ) -> [RoundValue] {
    let others = rounds[other] ?? [:]
    return (rounds[row] ?? [:]).sorted { $0.key < $1.key }.compactMap { round, time in
      others[round].flatMap { value(round, time, $0) }.map {
        roundValue($0, of: [(row, round), (other, round)])
      }
    }
  }

  /// Records the times of calibration loops next to a row, in nanoseconds.
  mutating func note(_ times: [CalibrationLoop: Double], beside row: String, round: Int) {
    for (loop, time) in times {
      slowdowns[row, default: [:]][loop, default: [:]][round] = time / loop.referenceNanoseconds
    }
    guard let chain = times[.dependentAdd], let others = times[.independentAdd] else { return }
    let ratio = others / chain
    independentAdds[row, default: [:]][round] = ratio
    let place = sortedIndependentAdds.firstIndex { $0 >= ratio }
    sortedIndependentAdds.insert(ratio, at: place ?? sortedIndependentAdds.endIndex)
  }

  /// The time of an independent addition on an unshared core, in dependent ones; `nil` if it wasn't measured.
  ///
  /// 2 % of the times are lower: a clock that changes between both loops makes single ones too small.
  private var unsharedIndependentAdd: Double? {
    sortedIndependentAdds.isEmpty ? nil : sortedIndependentAdds[sortedIndependentAdds.count / 50]
  }

  /// A value of some rows in some rounds, with the state of the processors at the time.
  func roundValue(_ value: Double, of rounds: [(row: String, round: Int)]) -> RoundValue {
    /// The largest value; `nil` if none was measured.
    func largest(_ values: [String: [Int: Double]]) -> Double? {
      rounds.compactMap { values[$0.row]?[$0.round] }.max()
    }
    return RoundValue(
      value,
      handOver: largest(handOvers),
      coreSharing: unsharedIndependentAdd.flatMap { unshared in
        largest(independentAdds).map { $0 / unshared }
      }
    )
  }

  /// The factor between a row's limit in a round and its limit on the reference machine; see ``BarResult/limitScale``.
  func scale(of row: String, by loop: CalibrationLoop?, round: Int) -> Double {
    max(1, loop.flatMap { slowdowns[row]?[$0]?[round] } ?? 1)
  }

  /// A loop's time next to a row, as a multiple of the reference machine's; `nil` if it wasn't measured.
  func slowdown(of row: String, by loop: CalibrationLoop?) -> Double? {
    guard let rounds = loop.flatMap({ slowdowns[row]?[$0] }), !rounds.isEmpty else { return nil }
    return rounds.values.median
  }

  /// What else the machine did while it measured one of some rows.
  func disturbance(of names: [String]) -> Disturbance? {
    var worst: Disturbance?
    for name in names {
      guard var disturbance = disturbances[name] else { continue }
      let adds = slowdowns[name]?[.dependentAdd]?.values
      if let slowest = adds?.max(), let fastest = adds?.min(), fastest > 0 {
        disturbance.clockChange = slowest / fastest
      }
      worst = worst?.worse(disturbance) ?? disturbance
    }
    return worst
  }
}
