import BenchmarkResults
import Statistics

/// The verdict of the gate about one row, with its reasons.
package struct RowJudgement: Codable, Equatable, Sendable {
  /// The evidence it is based on.
  package let evidence: RowEvidence
  /// The compared metrics: times first, then counts, then other resources.
  package private(set) var comparisons: [MetricComparison]
  package private(set) var verdict: Verdict
  package private(set) var notes: [String]
  /// The acceptance of its regression, which then doesn't fail the gate.
  package private(set) var acceptance: AcceptedRegression?

  /// Judges a row; `alarm` says why no wall time of the job is reliable.
  package init(
    _ evidence: RowEvidence,
    limits: GateLimits,
    allowsOneSided: Bool = false,
    alarm: String? = nil
  ) {
    let limits = limits.with(evidence.limit)
    self.evidence = evidence
    notes = evidence.notes
    comparisons = Self.times(of: evidence, limits: limits, alarm: alarm)
    comparisons += MetricComparison.counts(of: evidence, limits: limits)
    if let times = Sides(evidence.baseCPU, evidence.headCPU) {
      comparisons.append(.count(.cpu, times, limit: limits.wall, allowance: 1e6))
    }
    if let bytes = Sides(evidence.baseMemory, evidence.headMemory) {
      comparisons.append(.count(.memory, bytes, limit: limits.memory, allowance: 1_048_576))
    }
    if let time = evidence.times.first, let usage = Sides(time.baseUsage, time.headUsage) {
      comparisons += MetricComparison.usage(usage, limits: limits)
    }
    if let leaks = MetricComparison.leaks(of: evidence) { comparisons.append(leaks) }
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

  /// Whether a time has changed and the counts don't explain it: the instructions are unchanged, unknown, changed the other way, or changed
  /// by less than half as much.
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

  /// Whether the row fails the gate.
  package var fails: Bool { verdict == .regression && acceptance == nil }

  /// Marks the regression as accepted, if the acceptance covers all of it.
  mutating func accept(_ acceptance: AcceptedRegression) {
    guard acceptance.covers(self) else { return }
    self.acceptance = acceptance
    notes.append("accepted: \(acceptance.reason)")
  }

  /// The compared times, and the means that add something; unknown if a change isn't credible.
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
    let means = evidence.times.compactMap { MetricComparison.mean($0, limits) }.map { mean in
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
    // Percentiles are compared only on request, so an unknown one makes the row unknown.
    let percentiles = comparisons.filter { $0.metric.percentile != nil }
    if percentiles.contains(where: { $0.verdict == .unknown }) { return .unknown }
    // Allocations and memory say nothing about speed: if the speed is unknown, so is the row.
    let speeds = comparisons.filter {
      $0.isGated && ($0.metric == .wall || $0.metric == .instructions)
    }
    // Also if nothing is gated, as for rows with several threads that are only counted.
    let deciding = speeds.isEmpty ? gated : speeds.map(\.verdict)
    return deciding.allSatisfy { $0 == .unknown } ? .unknown : .pass
  }

  /// A hint where to look, from the metrics that have changed and those that haven't.
  private static func cause(of comparisons: [MetricComparison]) -> String? {
    guard let wall = comparisons.first(where: { $0.metric == .wall }), wall.verdict == .regression,
      let instructions = comparisons.first(where: { $0.metric == .instructions }),
      instructions.verdict == .pass
    else { return nil }
    return "it executes as many instructions as before: look at memory, branches and waiting"
  }
}

extension TimeEvidence {
  /// The verdict from its pairs alone.
  func verdict(limits: GateLimits) -> Verdict { comparison(limits: limits).verdict }

  /// Whether a comparison of identical code finds a change.
  func isAlarm(limits: GateLimits) -> Bool { verdict(limits: limits).isChange }

  /// The comparison from its pairs.
  ///
  /// Threads that don't run at the same time don't meet, so their effect on each other stays unknown.
  func comparison(limits: GateLimits) -> MetricComparison {
    let comparison = MetricComparison.time(self, limits: limits)
    guard isConcurrent, comparison.verdict == .pass, let reason = disturbance?.reason else {
      return comparison
    }
    return comparison.with(.unknown, note: "\(reason): threads that don't run together don't meet")
  }
}
