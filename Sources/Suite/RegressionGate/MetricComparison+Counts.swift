package import BenchmarkResults

extension MetricComparison {
  /// Compares the counts of a row.
  ///
  /// - Parameters:
  ///   - base: At the base.
  ///   - head: At the head, over as many iterations.
  ///   - isConcurrent: Whether the row has several threads or tasks; then what it executes and calls
  ///     depends on how they meet.
  ///   - limits: What is a change.
  /// - Returns: A comparison for each count.
  package static func counts(
    base: RowCounts,
    head: RowCounts,
    isConcurrent: Bool,
    limits: GateLimits
  ) -> [MetricComparison] {
    let values: [(GateMetric, Double, Double)] = [
      (.instructions, base.instructions, head.instructions),
      (.allocations, base.allocations, head.allocations),
      (.retains, base.retains, head.retains),
      (.releases, base.releases, head.releases),
    ]
    let allowance = limits.concurrentCalls / 1000
    return values.map { metric, base, head in
      count(
        metric,
        base: base,
        head: head,
        limit: limit(of: metric, isConcurrent: isConcurrent, limits: limits),
        allowance: isConcurrent ? allowance : 0,
        // One that never allocated shall not begin to, however its threads meet.
        isGated: isConcurrent ? metric == .allocations && base <= allowance : nil
      )
    }
  }

  /// Compares a count.
  ///
  /// - Parameters:
  ///   - metric: What is counted.
  ///   - base: At the base.
  ///   - head: At the head.
  ///   - limit: From what share of the base on it is a change.
  ///   - allowance: How much it may grow whatever its limit.
  ///   - isGated: Whether it decides about the row; `nil` leaves it to the metric.
  /// - Returns: The comparison.
  static func count(
    _ metric: GateMetric,
    base: Double,
    head: Double,
    limit: Double,
    allowance: Double,
    isGated: Bool? = nil
  ) -> MetricComparison {
    let difference = head - base
    let change = base > 0 ? difference / base : nil
    let verdict: Verdict =
      if abs(difference) <= max(base * limit, allowance) {
        .pass
      } else {
        difference > 0 ? .regression : .improvement
      }
    return MetricComparison(
      metric: metric,
      base: base,
      head: head,
      change: change ?? (difference == 0 ? 0 : nil),
      limit: limit,
      verdict: verdict,
      note: base == 0 && difference > 0 ? "there were none before" : nil,
      isGated: isGated
    )
  }

  private static func limit(
    of metric: GateMetric,
    isConcurrent: Bool,
    limits: GateLimits
  ) -> Double {
    if isConcurrent { return limits.concurrentCounts }
    // Calls repeat exactly; of instructions, a few depend on where the memory happens to lie.
    return metric == .instructions ? limits.instructions : 0
  }
}
