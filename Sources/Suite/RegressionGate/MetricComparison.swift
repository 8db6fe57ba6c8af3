/// One metric of one row, at the base and at the head.
package struct MetricComparison: Codable, Equatable, Sendable {
  /// What is compared.
  package let metric: GateMetric
  /// At the base; the median of the samples, for times.
  package let base: Double
  /// At the head.
  package let head: Double
  /// By what share it has changed, 0.05 for 5 % more; `nil` where the base has none.
  package let change: Double?
  /// Between what shares the change lies; `nil` for what is exact.
  package let lower: Double?
  /// The upper bound.
  package let upper: Double?
  /// The share from which on it is a change.
  package let limit: Double
  /// What is said of it.
  package let verdict: Verdict
  /// Why, where the numbers alone don't say.
  package let note: String?
  /// Whether it decides about the row, and is not only told.
  package let isGated: Bool

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

  /// The same with another verdict.
  func with(_ verdict: Verdict, note: String) -> MetricComparison {
    MetricComparison(
      metric: metric,
      base: base,
      head: head,
      change: change,
      interval: lower.flatMap { lower in upper.map { lower...$0 } },
      limit: limit,
      verdict: verdict,
      note: note,
      isGated: isGated
    )
  }
}
