/// The verdict about a bar.
package enum BarVerdict: String, Codable, CaseIterable, Sendable {
  /// The row does what was promised.
  case held
  /// It doesn't.
  case missed
  /// It can't be told from what was measured here.
  case uncertain
}

/// How a bar is judged by what its rounds have given.
///
/// | the interval of the rounds | verdict |
/// |---|---|
/// | is within the limit | held |
/// | has the limit in it, or is of too few rounds | uncertain |
/// | is beyond the limit by more than the allowance, on a quiet machine | missed |
/// | is beyond it by less, or the machine or the core was busy, or its processors were far from each other | uncertain |
///
/// Why the two sides differ: an interval tells how far the rounds of one process agree. It doesn't tell what all of them have in
/// common: where code and data lie in this process, and a neighbour who is there in every round. Both mostly lengthen a
/// row. To be wrong about "held" leaves a fault to the next run; to be wrong about "missed" costs somebody an afternoon
/// and the suite its name.
package struct BarJudgement: Equatable, Sendable {
  /// The probability that an interval has the true value in it.
  ///
  /// Rounds are added and looked at several times, each time with this probability. There are no more than eight looks, so
  /// that a row which is just at its limit is taken for one beyond it in at most 4 % of the runs, before the allowance.
  package static let level = 0.99

  /// The fewest rounds that can have an interval of that level: 8.
  package static let leastRounds = ConfidenceInterval.leastRounds(level: level)

  /// The part of its time by which the same code may differ from one start of its process to the next.
  ///
  /// From results/calibration/units.jsonl: of 238 comparisons of the same code, that of moved code included, the
  /// logarithms of single pairs of processes had standard deviations of up to 2.5 % in 95 %; this is twice that.
  package static let startVariation = 0.05

  /// The same of rows with several threads or tasks, which the system places and wakes anew in each process, and of figures that rows
  /// take themselves, which may be of such: as much as the gate lets them differ (`GateLimits.concurrentWall`).
  ///
  /// Of twelve starts of the rows with producers that are within 10 % of a limit, none was more than 6 % above their median.
  package static let concurrentStartVariation = 0.1

  /// The part of its time by which a row, or what it is compared with, may differ from start to start.
  package static func startVariation(of rows: some Sequence<RowResult>) -> Double {
    rows.contains(where: \.cpuClock.isConcurrent) ? concurrentStartVariation : startVariation
  }

  /// The same of a percentile: as much as the gate lets a percentile differ (`GateLimits.tail`).
  ///
  /// How far it differs from start to start was not measured.
  package static let tailVariation = 0.1

  package let verdict: BarVerdict

  /// Where the value lies; `nil` where no round has given one.
  package let interval: ConfidenceInterval?

  /// Why the verdict is "uncertain", as the end of a sentence; `nil` where it isn't.
  package let reason: String?

  /// Whether more rounds may change the verdict.
  package let isOpen: Bool

  /// Judges a bar.
  ///
  /// - Parameters:
  ///   - values: What each round has given, or each group of rounds.
  ///   - group: How many samples such a group takes; `nil` where each round gives a value.
  ///   - limit: The largest value that holds the promise.
  ///   - allowance: How much a value may be beyond the limit by where code and data lie, in the same unit.
  ///   - disturbance: What else the machine did meanwhile; `nil` where that isn't known, which counts as nothing.
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
    // What is missed has to be missed by the rounds in which the processors were as near and as free as on the reference machine.
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

  /// Why rounds in which the processors were far from each other can't be held against a row; `nil` where there are none.
  private static func distance(of values: [RoundValue], group: Int?) -> String? {
    let far = values.filter(\.isFar).compactMap(\.handOver)
    guard !far.isEmpty else { return nil }
    func text(_ nanoseconds: Double) -> String { Statistics.decimal(nanoseconds, digits: 0) }
    return """
      the processors were far from each other in \(share(far.count, of: values.count, group: group)): a cache \
      line took \(text(Statistics.median(of: far))) ns there and back, on the reference machine \
      \(text(RoundValue.referenceHandOver))
      """
  }

  /// Why rounds in which a neighbour used the same core can't; `nil` where there are none.
  private static func sharing(of values: [RoundValue], group: Int?) -> String? {
    let shared = values.filter(\.sharesCore).compactMap(\.coreSharing)
    guard !shared.isEmpty else { return nil }
    return """
      a neighbour used the same core in \(share(shared.count, of: values.count, group: group)): independent additions took \
      \(Statistics.decimal(Statistics.median(of: shared), digits: 2)) times as long as without one
      """
  }

  /// `3 of 8 rounds`.
  private static func share(_ some: Int, of count: Int, group: Int?) -> String {
    "\(some) of \(count) \(group == nil ? "round" : "group")\(count == 1 ? "" : "s")"
  }

  /// Judges a bar by rounds that are all alike.
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
      // Where only a part of the interval is within the allowance, more rounds may bring all of it beyond.
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
