import Glibc

/// One metric of one row, at the base and at the head.
package struct MetricComparison: Codable, Equatable, Sendable {
  /// What was measured.
  package let metric: GateMetric
  /// At the base; the median of the samples, for times.
  package let base: Double
  package let head: Double
  /// By what share it has changed, 0.05 for 5 % more; `nil` where the base, or a run of it, has none.
  package let change: Double?
  /// Between what shares the change lies; `nil` for what is exact.
  package let lower: Double?
  package let upper: Double?
  /// The share from which on it is a change.
  package let limit: Double
  package private(set) var verdict: Verdict
  /// Why, where the numbers alone don't say.
  package private(set) var note: String?
  /// Whether it decides about the row, and is not only told.
  package private(set) var isGated: Bool

  init(
    metric: GateMetric,
    base: Double,
    head: Double,
    change: Double?,
    interval: ClosedRange<Double>? = nil,
    limit: Double,
    verdict: Verdict,
    note: String? = nil,
    isGated: Bool? = nil
  ) {
    self.metric = metric
    self.base = base
    self.head = head
    self.change = change
    self.lower = interval?.lowerBound
    self.upper = interval?.upperBound
    self.limit = limit
    self.verdict = verdict
    self.note = note
    self.isGated = isGated ?? metric.isGated
  }

  /// The same, deciding about the row if its metric is among some.
  func gated(with metrics: [GateMetric]) -> MetricComparison {
    var comparison = self
    comparison.isGated = isGated || metrics.contains(metric)
    return comparison
  }

  /// The same with another verdict.
  func with(_ verdict: Verdict, note: String) -> MetricComparison {
    var comparison = self
    (comparison.verdict, comparison.note) = (verdict, note)
    return comparison
  }
}

extension MetricComparison {
  /// Judges the wall times of a row, or a percentile of them.
  ///
  /// It is a regression if the estimate is over the limit and the lower bound over zero; an
  /// improvement, the same downward; unknown, if the estimate is over the limit and zero between the
  /// bounds. Of pairs that scatter the bounds have to be beyond the limit, or within it. Where some code offsets show it and others don't, it is where the
  /// linker put the code, and no regression.
  static func time(_ time: TimeEvidence, limits: GateLimits) -> MetricComparison {
    let (metric, ratios) = (time.metric, time.ratios)
    let share = limits.share(of: metric, isConcurrent: time.isConcurrent)
    let estimate = ratios.estimate ?? 0
    let interval = ratios.interval(confidence: limits.confidence) ?? estimate...estimate
    func result(_ verdict: Verdict, _ note: String? = nil) -> MetricComparison {
      MetricComparison(
        metric: metric,
        base: time.base,
        head: time.head,
        change: expm1(estimate),
        interval: expm1(interval.lowerBound)...expm1(interval.upperBound),
        limit: share,
        verdict: verdict,
        note: note
      )
    }
    let limit = log1p(share)
    guard time.isWhole else { return result(.pass) }
    let isChanged =
      estimate > limit && interval.lowerBound > 0 || estimate < -limit && interval.upperBound < 0
    // Where pairs scatter, an estimate beyond the limit proves little, unless it dwarfs that; so its bounds have to
    // lie on one side of the limit.
    if ratios.spread > limits.spread(of: metric), abs(estimate) < 3 * ratios.spread {
      if interval.lowerBound >= -limit, interval.upperBound <= limit { return result(.pass) }
      guard interval.lowerBound > limit || interval.upperBound < -limit else {
        return result(
          .unknown,
          "single pairs scatter by \(percent(ratios.spread)): too noisy to tell"
        )
      }
    }
    guard isChanged else {
      // Over the limit and not certain is neither a pass nor a change.
      return abs(estimate) > limit
        ? result(.unknown, "it may as well be nothing: too noisy to tell") : result(.pass)
    }
    let medians = ratios.medians
    // Accidents of layout move a loop by tens of percent at one code offset and not at another.
    let agree = medians.count { ($0 > 0) == (estimate > 0) && abs($0) > abs(limit) / 2 }
    if agree < medians.count, agree * 4 < medians.count * 3 {
      let shifted = "at \(agree) of \(medians.count) code offsets only"
      return result(.pass, "\(shifted): where the linker put it, not what it does")
    }
    return result(estimate > 0 ? .regression : .improvement)
  }

  private static func percent(_ share: Double) -> String {
    let tenths = (share * 1000).rounded() / 10
    return "\(tenths) %"
  }
}

/// The verdict of a gate about a row, or about one metric of it.
package enum Verdict: String, Codable, Sendable {
  /// Nothing has grown that a gate takes for a change.
  case pass
  /// Something has got smaller by more than the limit, and nothing has grown.
  case improvement
  /// Something has grown by more than the limit.
  case regression
  /// It was measured, and it is too noisy to tell.
  case unknown
  /// It was not measured: a side crashed, hung, was wrong or isn't there.
  case unmeasured

  /// Whether something has certainly grown, or got smaller.
  var isChange: Bool { self == .regression || self == .improvement }
}
