import BenchmarkResults

/// The verdict of the gate about one row, with its reasons.
package struct RowJudgement: Codable, Equatable, Sendable {
  /// What was measured of the row.
  package let evidence: RowEvidence
  /// The metrics, those that decide first.
  package private(set) var comparisons: [MetricComparison]
  package private(set) var verdict: Verdict
  package private(set) var notes: [String]
  /// Why a regression of it is accepted; then it doesn't fail the gate.
  package private(set) var acceptance: AcceptedRegression?

  /// Judges a row; `alarm` says why no wall time of the job can be trusted.
  package init(
    _ evidence: RowEvidence,
    limits: GateLimits,
    allowsOneSided: Bool = false,
    alarm: String? = nil
  ) {
    self.evidence = evidence
    notes = evidence.notes
    comparisons = Self.times(of: evidence, limits: limits, alarm: alarm)
    comparisons += MetricComparison.counts(of: evidence, limits: limits)
    if let base = evidence.baseCPU, let head = evidence.headCPU {
      comparisons.append(.count(.cpu, base: base, head: head, limit: limits.wall, allowance: 1e6))
    }
    if let base = evidence.baseMemory, let head = evidence.headMemory {
      comparisons.append(
        .count(.memory, base: base, head: head, limit: limits.memory, allowance: 1_048_576)
      )
    }
    if let time = evidence.times.first, let base = time.baseUsage, let head = time.headUsage {
      comparisons += MetricComparison.usage(base: base, head: head, limits: limits)
    }
    if let more = limits.alsoGated {
      comparisons = comparisons.map { $0.gated(with: more) }
    }
    if let failure = evidence.countingFailure { notes.append("could not be counted: \(failure)") }
    if let failure = evidence.failure { notes.append("could not measure: \(failure)") }
    switch evidence.presence {
    case .both: break
    case .added: notes.append("new: the base has no row of this name")
    case .removed: notes.append("gone: the head has no row of this name")
    }
    if !comparisons.isEmpty, !comparisons.contains(where: \.isGated) {
      notes.append("nothing of it is gated without its wall time")
    }
    verdict = Self.verdict(evidence, comparisons: comparisons, allowsOneSided: allowsOneSided)
    if verdict == .regression, let note = Self.cause(of: comparisons) { notes.append(note) }
    if let sampled = evidence.sampled, verdict.isChange { notes += sampled.sentences }
  }

  /// The comparisons that make the row a regression.
  package var regressions: [MetricComparison] {
    comparisons.filter { $0.isGated && $0.verdict == .regression }
  }

  /// Whether a time has changed, and what was counted doesn't tell why: the instructions have not changed, nobody knows
  /// whether they have, they have changed the other way, or by less than half as much.
  var isSlowerThanCounted: Bool {
    let times = comparisons.filter { $0.metric.isTime && $0.verdict.isChange }
    guard let time = times.max(by: { abs($0.change ?? 0) < abs($1.change ?? 0) }) else {
      return false
    }
    let counted = comparisons.first { $0.metric == .instructions }
    guard let counted, counted.verdict.isChange, !evidence.isConcurrent else { return true }
    return counted.verdict != time.verdict
      || abs(counted.change ?? 0) < abs(time.change ?? 0) / 2
  }

  var isOneSided: Bool { evidence.presence != .both }

  /// Whether the row lets the gate fail.
  package var fails: Bool { verdict == .regression && acceptance == nil }

  /// Takes note that the regression is accepted, if the acceptance covers all of it.
  mutating func accept(_ acceptance: AcceptedRegression) {
    guard acceptance.covers(self) else { return }
    self.acceptance = acceptance
    notes.append("accepted: \(acceptance.reason)")
  }

  /// The times that were compared, and the means that have something to tell; unknown where a change can't be believed.
  private static func times(
    of evidence: RowEvidence,
    limits: GateLimits,
    alarm: String?
  ) -> [MetricComparison] {
    func believed(
      _ comparison: MetricComparison,
      unless doubt: () -> String?
    ) -> MetricComparison {
      guard comparison.verdict.isChange, let reason = alarm ?? doubt() else { return comparison }
      return comparison.with(.unknown, note: reason)
    }
    let noise = "the base against a copy of itself differs as well: the machine is too noisy"
    let times = evidence.times.map { time in
      believed(time.comparison(limits: limits)) {
        if evidence.failure != nil { return "the base against itself could not be measured" }
        let control = time.metric.percentile == nil ? evidence.control : evidence.percentileControl
        return control?.isAlarm(limits: limits) == true ? noise : nil
      }
    }
    let means = evidence.times.compactMap { MetricComparison.mean($0) }.map { mean in
      believed(mean) {
        guard let control = evidence.control, evidence.failure == nil else {
          return "the base could not be compared with itself"
        }
        return control.isMeanAlarm || control.isAlarm(limits: limits) ? noise : nil
      }
    }
    return times + means
  }

  private static func verdict(
    _ evidence: RowEvidence,
    comparisons: [MetricComparison],
    allowsOneSided: Bool
  ) -> Verdict {
    if evidence.presence != .both { return allowsOneSided ? .pass : .unmeasured }
    let gated = comparisons.filter(\.isGated).map(\.verdict)
    if gated.contains(.regression) { return .regression }
    if !evidence.isComplete || comparisons.isEmpty { return .unmeasured }
    if gated.contains(.improvement) { return .improvement }
    // It was asked for by name.
    let percentiles = comparisons.filter { $0.metric.percentile != nil }
    if percentiles.contains(where: { $0.verdict == .unknown }) { return .unknown }
    // Allocations and memory are no speed: where that is unknown, so is the row.
    let speeds = comparisons.filter {
      $0.isGated && ($0.metric == .wall || $0.metric == .instructions)
    }
    // Also where nothing of it is gated, as of several threads that are counted only.
    let deciding = speeds.isEmpty ? gated : speeds.map(\.verdict)
    return deciding.allSatisfy { $0 == .unknown } ? .unknown : .pass
  }

  /// Where to look, from which metrics have changed and which have not.
  private static func cause(of comparisons: [MetricComparison]) -> String? {
    guard let wall = comparisons.first(where: { $0.metric == .wall }), wall.verdict == .regression,
      let instructions = comparisons.first(where: { $0.metric == .instructions }),
      instructions.verdict == .pass
    else { return nil }
    return "it executes as many instructions as before: look at memory, branches and waiting"
  }
}

extension TimeEvidence {
  /// The verdict, by nothing but its pairs.
  func verdict(limits: GateLimits) -> Verdict { comparison(limits: limits).verdict }

  /// Whether a comparison of the same code finds a change.
  func isAlarm(limits: GateLimits) -> Bool { verdict(limits: limits).isChange }

  /// The comparison that its pairs make.
  ///
  /// Threads that get no processors at the same time don't meet, so that nothing is known of what they do to each
  /// other.
  func comparison(limits: GateLimits) -> MetricComparison {
    let comparison = MetricComparison.time(self, limits: limits)
    guard isConcurrent, comparison.verdict == .pass, let reason = disturbance?.reason else {
      return comparison
    }
    return comparison.with(.unknown, note: "\(reason): threads that don't run together don't meet")
  }
}
