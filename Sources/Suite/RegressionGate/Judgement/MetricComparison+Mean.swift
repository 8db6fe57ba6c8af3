import Glibc

extension MetricComparison {
  /// Judges the mean of a row's samples; `nil` where it tells no more than the wall time.
  ///
  /// It has regressed if it has grown by more than the limit, and by so much more than the smallest samples, both with
  /// certainty: what the machine does beside a row is in a mean as well. It decides what the wall time can't, a cost
  /// that comes now and then; so a mean that hasn't grown for sure is no reason to say that nothing is known.
  static func mean(_ time: TimeEvidence) -> MetricComparison? {
    guard let means = time.means, time.isWhole, means.totals.count > 1 else { return nil }
    let limit = log1p(MeanRatios.limit)
    let interval = means.interval
    let isGrown = interval.lowerBound > limit && means.excess.lowerBound > limit
    let seemsGrown = means.estimate > limit && MeanRatios.trimmedMean(means.excesses) > limit
    guard isGrown || seemsGrown else { return nil }
    return MetricComparison(
      metric: .mean,
      base: means.base,
      head: means.head,
      change: expm1(means.estimate),
      interval: expm1(interval.lowerBound)...expm1(interval.upperBound),
      limit: MeanRatios.limit,
      verdict: isGrown ? .regression : .unknown,
      note: isGrown
        ? "some operations take much longer than most"
        : "it may as well be what else the machine does"
    )
  }
}

extension TimeEvidence {
  /// Whether a comparison of the same code finds that the mean has grown.
  var isMeanAlarm: Bool { MetricComparison.mean(self)?.verdict == .regression }
}
