package import Statistics

package enum BarVerdict: String, Codable, CaseIterable, Sendable {
  /// The row does what was promised.
  case held
  /// It doesn't.
  case missed
  /// The measurements here can't decide it.
  case uncertain
}

/// The verdict about a bar, from the values of its rounds.
///
/// | the interval of the rounds | verdict |
/// |---|---|
/// | is within the limit | held |
/// | has the limit in it, or is of too few rounds | uncertain |
/// | is beyond the limit by more than the allowance, on a quiet machine | missed |
/// | is beyond it by less, or the machine or the core was busy, or its processors were far from each other | uncertain |
///
/// Why the two sides differ: an interval shows how well the rounds of one process agree, but not their common errors: the location of code
/// and data in this process, and a neighbour that is there in every round. Both mostly lengthen a row. A wrong "held" leaves a fault to the
/// next run; a wrong "missed" costs somebody an afternoon and the suite its name.
package struct BarJudgement: Equatable, Sendable {
  /// The probability that an interval contains the true value.
  ///
  /// Rounds are added and checked several times, each time with this probability. There are at most eight checks, so that a row just at its
  /// limit counts as beyond it in at most 4 % of the runs, before the allowance.
  package static let level = 0.99

  /// The fewest rounds with an interval of that level: 8.
  package static let leastRounds = ConfidenceInterval.leastRounds(level: level)

  /// The share of its time by which the same code may differ between starts of its process.
  ///
  /// From results/calibration/units.jsonl: in 238 comparisons of the same code, including moved code, the logarithms of single pairs of
  /// processes had standard deviations of up to 2.5 % in 95 %; this is twice that.
  package static let startVariation = 0.05

  /// The same for rows with several threads or tasks, which the system places and wakes differently in each process, and for figures that
  /// rows take themselves, which may come from such: as much as the gate allows (`GateLimits.concurrentWall`).
  ///
  /// In twelve starts of the rows with producers that are within 10 % of a limit, none was more than 6 % above their median.
  package static let concurrentStartVariation = 0.1

  /// The share of its time by which a row, or its counterpart, may differ between starts.
  package static func startVariation(of rows: some Sequence<RowResult>) -> Double {
    rows.contains(where: \.cpuClock.isConcurrent) ? concurrentStartVariation : startVariation
  }

  /// The same for a percentile: as much as the gate allows (`GateLimits.tail`).
  ///
  /// Its variation between starts was not measured.
  package static let tailVariation = 0.1

  package let verdict: BarVerdict

  /// The interval of the value; `nil` if no round has given one.
  package let interval: ConfidenceInterval?

  /// Why the verdict is "uncertain", as the end of a sentence; `nil` otherwise.
  package let reason: String?

  /// Whether more rounds may change the verdict.
  package let isOpen: Bool

  /// Judges a bar.
  ///
  /// - Parameters:
  ///   - values: The value of each round, or each group of rounds.
  ///   - group: The number of samples in such a group; `nil` if each round gives a value.
  ///   - limit: The largest value that holds the promise.
  ///   - allowance: How far the location of code and data may move a value beyond the limit, in the same unit.
  ///   - disturbance: The other load of the machine meanwhile; `nil` if unknown, which counts as none.
  package init(
    values: [RoundValue],
    of group: Int? = nil,
    limit: Double,
    allowance: Double,
    disturbance: Disturbance?
  ) {
    func judgement(by rounds: [RoundValue]) -> BarJudgement {
      BarJudgement(
        rounds.map(\.value),
        of: group,
        limit: limit,
        allowance: allowance,
        disturbance: disturbance
      )
    }
    let all = judgement(by: values)
    let quiet = values.filter { !$0.isFar && !$0.sharesCore }
    guard all.verdict == .missed, quiet.count < values.count else {
      self = all
      return
    }
    // A bar is missed only if the rounds miss it in which the processors were as near and as free as on the reference machine.
    let others = judgement(by: quiet)
    let isMissed = others.verdict == .missed
    interval = all.interval
    verdict = isMissed ? .missed : .uncertain
    reason =
      isMissed
      ? nil
      : [Self.distance(of: values, group: group), Self.sharing(of: values, group: group)]
        .compactMap(\.self).joined(separator: "; ")
    isOpen = !quiet.isEmpty && others.isOpen
  }

  /// Why rounds with processors far from each other don't count against a row; `nil` if there are none.
  private static func distance(of values: [RoundValue], group: Int?) -> String? {
    let far = values.filter(\.isFar).compactMap(\.handOver)
    guard !far.isEmpty else { return nil }
    func text(_ nanoseconds: Double) -> String { nanoseconds.text(decimals: 0) }
    return """
      the processors were far from each other in \(share(far.count, of: values.count, group: group)): a cache \
      line took \(text(far.median)) ns there and back, on the reference machine \
      \(text(RoundValue.referenceHandOver))
      """
  }

  /// Why rounds with a neighbour on the same core don't count; `nil` if there are none.
  private static func sharing(of values: [RoundValue], group: Int?) -> String? {
    let shared = values.filter(\.sharesCore).compactMap(\.coreSharing)
    guard !shared.isEmpty else { return nil }
    return """
      a neighbour used the same core in \(share(shared.count, of: values.count, group: group)): independent additions took \
      \(shared.median.text(decimals: 2)) times as long as without one
      """
  }

  /// `3 of 8 rounds`.
  private static func share(_ some: Int, of count: Int, group: Int?) -> String {
    "\(some) of \(count) \(group == nil ? "round" : "group")\(count == 1 ? "" : "s")"
  }

  /// Judges a bar by rounds under equal conditions.
  private init(
    _ values: [Double],
    of group: Int?,
    limit: Double,
    allowance: Double,
    disturbance: Disturbance?
  ) {
    let interval = ConfidenceInterval(ofMedian: values, level: Self.level)
    self.interval = interval
    func clause(_ reason: String?) -> String { reason.map { "; \($0)" } ?? "" }
    guard let interval, interval.rounds >= Self.leastRounds else {
      verdict = .uncertain
      reason =
        "\(Self.count(values.count, of: group)) too few, it takes \(Self.leastRounds)"
        + clause(disturbance?.reason)
      isOpen = true
      return
    }
    if interval.upper <= limit {
      (verdict, reason, isOpen) = (.held, nil, false)
    } else if interval.lower <= limit {
      verdict = .uncertain
      reason =
        "the rounds differ by more than the distance to the limit"
        + clause(disturbance?.explanation)
      isOpen = true
    } else if let busy = disturbance?.reason {
      (verdict, reason, isOpen) = (.uncertain, busy, false)
    } else if interval.lower <= limit + allowance {
      verdict = .uncertain
      reason = "it is beyond the limit by less than the same code may differ from start to start"
      // If only a part of the interval is within the allowance, more rounds may bring all of it beyond.
      isOpen = interval.upper > limit + allowance
    } else {
      (verdict, reason, isOpen) = (.missed, nil, false)
    }
  }

  /// `5 rounds are`, or `1 group of 100 samples is`.
  private static func count(_ count: Int, of group: Int?) -> String {
    let noun = (group == nil ? "round" : "group") + (count == 1 ? "" : "s")
    let size = group.map { " of \($0) samples" } ?? ""
    return "\(count) \(noun)\(size) \(count == 1 ? "is" : "are")"
  }
}
