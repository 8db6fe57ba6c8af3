import Glibc
import Statistics

extension MetricComparison {
  /// Judges the mean of a row's samples; `nil` if it adds nothing to the wall time.
  ///
  /// A regression: the mean has certainly grown by more than the limit, and by that much more than the smallest samples, because a mean
  /// also includes disturbances of the machine. It catches what the wall time can't, occasional costs; so a mean whose growth is uncertain
  /// doesn't make a row unknown.
  static func mean(_ time: TimeEvidence, _ limits: GateLimits = GateLimits()) -> MetricComparison? {
    guard let means = time.means, time.isWhole, means.totals.count > 1 else { return nil }
    let share = max(MeanRatios.limit, limits.wall)
    let limit = log1p(share)
    let interval = means.interval
    let isGrown = interval.lowerBound > limit && means.excess.lowerBound > limit
    let seemsGrown = means.estimate > limit && MeanRatios.trimmedMean(means.excesses) > limit
    guard isGrown || seemsGrown else { return nil }
    return MetricComparison(
      metric: .mean,
      values: Sides(base: means.base, head: means.head),
      change: expm1(means.estimate),
      interval: expm1(interval.lowerBound)...expm1(interval.upperBound),
      limit: share,
      verdict: isGrown ? .regression : .unknown,
      note: isGrown
        ? "some operations take much longer than most"
        : "it may as well be what else the machine does"
    )
  }
}

extension TimeEvidence {
  /// Whether a comparison of identical code finds that the mean has grown.
  var isMeanAlarm: Bool { MetricComparison.mean(self)?.verdict == .regression }
}
