import BenchmarkResults

/// What the rounds of a run tell about its bars.
struct BarEvidence {
  /// For each row, the median of what an operation took in a round, in nanoseconds, by the number of the round.
  var rounds: [String: [Int: Double]] = [:]

  /// For each row, what an operation took in each sample of a round; of runs with bars on percentiles only.
  var samples: [String: [Int: [Double]]] = [:]

  /// For each row, how many times as long as on the reference machine a loop took beside it, by the number of the round.
  private(set) var slowdowns: [String: [CalibrationLoop: [Int: Double]]] = [:]

  /// For each row, how long an independent addition took beside it, in dependent ones, by the number of the round.
  private var independentAdds: [String: [Int: Double]] = [:]

  /// All of these, sorted.
  private var sortedIndependentAdds: [Double] = []

  /// For each row with several threads or tasks, how long a cache line took to another processor and back beside it, in nanoseconds, by the
  /// number of the round.
  var handOvers: [String: [Int: Double]] = [:]

  /// For each row, what else the machine did while it was measured.
  var disturbances: [String: Disturbance] = [:]

  /// The values that two rows give in the rounds that both have, in the order of the rounds.
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

  /// Notes what calibration loops took beside a row, in nanoseconds.
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

  /// What an independent addition takes on a core that nobody else uses, in dependent ones; `nil` where it wasn't measured.
  ///
  /// Two of a hundred are less: a clock that changes between both loops makes single ones too small.
  private var unsharedIndependentAdd: Double? {
    sortedIndependentAdds.isEmpty ? nil : sortedIndependentAdds[sortedIndependentAdds.count / 50]
  }

  /// What some rows gave in some rounds, with what the processors were like beside them.
  func roundValue(_ value: Double, of rounds: [(row: String, round: Int)]) -> RoundValue {
    /// The largest; `nil` where it wasn't measured.
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

  /// How many times the limit of a row is what it is on the reference machine, in a round; see ``BarResult/limitScale``.
  func scale(of row: String, by loop: CalibrationLoop?, round: Int) -> Double {
    max(1, loop.flatMap { slowdowns[row]?[$0]?[round] } ?? 1)
  }

  /// How many times as long as on the reference machine a loop took beside a row; `nil` where it wasn't measured.
  func slowdown(of row: String, by loop: CalibrationLoop?) -> Double? {
    guard let rounds = loop.flatMap({ slowdowns[row]?[$0] }), !rounds.isEmpty else { return nil }
    return Statistics.median(of: rounds.values)
  }

  /// What else the machine did while one of some rows was measured.
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
