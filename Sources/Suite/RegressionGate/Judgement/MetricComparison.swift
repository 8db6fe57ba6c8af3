import Glibc
import ReportRendering
import Statistics

/// One metric of one row at base and head.
package struct MetricComparison: Codable, Equatable, Sendable {
  /// What was measured.
  package let metric: GateMetric
  /// The value at the base; for times, the median of the samples.
  package let base: Double
  package let head: Double
  /// The change as a share, 0.05 for 5 % more; `nil` if the base, or one of its runs, is zero.
  package let change: Double?
  /// The bounds of the change, as shares; `nil` for exact metrics.
  package let lower: Double?
  package let upper: Double?
  /// The share from which a change counts.
  package let limit: Double
  package private(set) var verdict: Verdict
  /// The reason, if the numbers alone don't show it.
  package private(set) var note: String?
  /// Whether it decides about the row; otherwise it is only reported.
  package private(set) var isGated: Bool

  init(
    metric: GateMetric,
    values: Sides<Double>,
    change: Double?,
    interval: ClosedRange<Double>? = nil,
    limit: Double,
    verdict: Verdict,
    note: String? = nil,
    isGated: Bool? = nil
  ) {
    self.metric = metric
    (base, head) = (values.base, values.head)
    self.change = change
    self.lower = interval?.lowerBound
    self.upper = interval?.upperBound
    self.limit = limit
    self.verdict = verdict
    self.note = note
    self.isGated = isGated ?? metric.isGated
  }

  /// The same comparison, which also decides about the row if its metric is in a list.
  func gated(with metrics: [GateMetric]) -> MetricComparison {
    var comparison = self
    comparison.isGated = isGated || metrics.contains(metric)
    return comparison
  }

  /// The same comparison with another verdict.
  func with(_ verdict: Verdict, note: String) -> MetricComparison {
    var comparison = self
    (comparison.verdict, comparison.note) = (verdict, note)
    return comparison
  }
}

extension MetricComparison {
  /// Judges the wall times of a row, or a percentile of them.
  ///
  /// A regression: the estimate is over the limit and the lower bound over zero. An improvement is the same downward. Unknown: the estimate
  /// is over the limit and zero lies between the bounds. If pairs scatter, the bounds must be entirely beyond the limit, or within it. If
  /// only some code offsets show the change, the linker's placement caused it, and it is no regression.
  static func time(_ time: TimeEvidence, limits: GateLimits) -> MetricComparison {
    let (metric, ratios) = (time.metric, time.ratios)
    let share = limits.share(of: metric, isConcurrent: time.isConcurrent)
    let estimate = ratios.estimate ?? 0
    let interval = ratios.interval(confidence: limits.confidence) ?? estimate...estimate
    func result(_ verdict: Verdict, _ note: String? = nil) -> MetricComparison {
      MetricComparison(
        metric: metric,
        values: Sides(base: time.base, head: time.head),
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
    // If pairs scatter, an estimate beyond the limit proves little unless it dwarfs the scatter, so its bounds must lie on one side of the
    // limit.
    if ratios.spread > limits.spread(of: metric), abs(estimate) < 3 * ratios.spread {
      switch Verdict(interval, margin: limit) {
      case .pass: return result(.pass)
      case .unknown:
        let spread = NumberFormat.percent(ratios.spread, decimals: 1)
        return result(.unknown, "single pairs scatter by \(spread): too noisy to tell")
      default: break
      }
    }
    guard isChanged else {
      // Over the limit but uncertain is neither a pass nor a change.
      return abs(estimate) > limit
        ? result(.unknown, "it may as well be nothing: too noisy to tell") : result(.pass)
    }
    let medians = ratios.medians
    // Accidents of layout change a loop's time by tens of percent at one code offset and not at another.
    let agree = medians.count { ($0 > 0) == (estimate > 0) && abs($0) > abs(limit) / 2 }
    if agree < medians.count, agree * 4 < medians.count * 3 {
      let shifted = "at \(agree) of \(medians.count) code offsets only"
      return result(.pass, "\(shifted): where the linker put it, not what it does")
    }
    return result(estimate > 0 ? .regression : .improvement)
  }
}

/// The verdict of a gate about a row or one of its metrics.
package enum Verdict: String, Codable, Sendable {
  /// Nothing has changed enough to count.
  case pass
  /// Something has shrunk by more than the limit, and nothing has grown.
  case improvement
  /// Something has grown by more than the limit.
  case regression
  /// Measured, but too noisy to tell.
  case unknown
  /// Not measured: a side crashed, hung, gave a wrong answer, or is missing.
  case unmeasured

  /// Judges an interval: a change if all of it is beyond the margin, a pass if all of it is within, else unknown.
  init(_ interval: ClosedRange<Double>, margin: Double) {
    if interval.lowerBound > margin {
      self = .regression
    } else if interval.upperBound < -margin {
      self = .improvement
    } else {
      self = interval.lowerBound >= -margin && interval.upperBound <= margin ? .pass : .unknown
    }
  }

  /// Whether something has certainly grown or shrunk.
  var isChange: Bool { self == .regression || self == .improvement }
}
