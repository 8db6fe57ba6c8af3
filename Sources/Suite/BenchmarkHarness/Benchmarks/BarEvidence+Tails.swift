import Statistics

/// Percentiles of some rows, in rounds that all of them have.
struct TailGroup: Equatable {
  /// The numbers of the rounds.
  let rounds: [Int]
  /// The percentile of each row's samples, in the order of the rows.
  let values: [Double]

  /// The samples it covers, as rounds of rows.
  func samples(of names: [String]) -> [(row: String, round: Int)] {
    names.flatMap { name in rounds.map { (name, $0) } }
  }
}

extension BarEvidence {
  /// The least number of samples of each row in a group: one is beyond the percentile.
  static func groupSize(_ percentile: Double) -> Int {
    // For 0.99 this is 100, although 1 - 0.99 is a little more than a hundredth.
    Int((1 / (1 - percentile) - 1e-6).rounded(.up))
  }

  /// The percentiles of some rows, in groups of consecutive rounds with enough samples of each.
  ///
  /// Because the rows take turns in each round, a slow phase of the machine affects the same group of each row. Rounds left over at the end
  /// are in no group.
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
        TailGroup(rounds: rounds, values: taken.map { $0.nearestRank(percentile) })
      )
      rounds = []
      taken = names.map { _ in [] }
    }
    return groups
  }

  /// The percentiles of some rows over all samples of the rounds that all of them have, however few; `nil` if there are none.
  func tail(of names: [String], _ percentile: Double) -> [Double]? {
    let rounds = (samples[names.first ?? ""] ?? [:]).keys.filter { round in
      names.allSatisfy { samples[$0]?[round] != nil }
    }
    guard !rounds.isEmpty else { return nil }
    return names.map { name in
      rounds.flatMap { samples[name]?[$0] ?? [] }.nearestRank(percentile)
    }
  }
}
