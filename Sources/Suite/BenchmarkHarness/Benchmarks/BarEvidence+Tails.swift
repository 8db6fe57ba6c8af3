import BenchmarkResults

/// What some rows took at a percentile, in rounds that all of them have.
struct TailGroup: Equatable {
  /// The numbers of the rounds.
  let rounds: [Int]
  /// The percentile of each row's samples, in the order of the rows.
  let values: [Double]

  /// What it is of, as rounds of rows.
  func samples(of names: [String]) -> [(row: String, round: Int)] {
    names.flatMap { name in rounds.map { (name, $0) } }
  }
}

extension BarEvidence {
  /// How many samples of each row a group has at least: one is beyond the percentile.
  static func groupSize(_ percentile: Double) -> Int {
    // Of 0.99 that is 100, though 1 - 0.99 is a little more than a hundredth.
    Int((1 / (1 - percentile) - 1e-6).rounded(.up))
  }

  /// The percentiles of some rows, in groups of rounds that follow each other and have enough samples of each.
  ///
  /// Since the rows take turns in each round, a slow phase of the machine is in the same group of all of them. What is
  /// left over at the end is in no group.
  func tails(of names: [String], _ percentile: Double) -> [TailGroup] {
    guard let first = names.first else { return [] }
    let least = Self.groupSize(percentile)
    var groups: [TailGroup] = []
    var rounds: [Int] = []
    var taken = names.map { _ in [Double]() }
    for round in (samples[first] ?? [:]).keys.sorted() {
      let blocks = names.compactMap { samples[$0]?[round] }
      guard blocks.count == names.count else { continue }
      rounds.append(round)
      for (place, block) in blocks.enumerated() { taken[place] += block }
      guard taken.allSatisfy({ $0.count >= least }) else { continue }
      groups.append(
        TailGroup(rounds: rounds, values: taken.map { Statistics.nearestRank(percentile, of: $0) })
      )
      rounds = []
      taken = names.map { _ in [] }
    }
    return groups
  }

  /// The percentiles of some rows over all samples of the rounds that all of them have, however few those are; `nil` where
  /// there are none.
  func tail(of names: [String], _ percentile: Double) -> [Double]? {
    let rounds = (samples[names.first ?? ""] ?? [:]).keys.filter { round in
      names.allSatisfy { samples[$0]?[round] != nil }
    }
    guard !rounds.isEmpty else { return nil }
    return names.map { name in
      Statistics.nearestRank(percentile, of: rounds.flatMap { samples[name]?[$0] ?? [] })
    }
  }
}
