package import BenchmarkResults

extension MetricComparison {
  /// Compares the counts of a whole command, of runs in several layouts of memory.
  ///
  /// In a layout both sides have the same environment, so each gives a ratio, in which the layout itself
  /// cancels. The estimate is their median, and its bounds are those that their spread leaves. It is a change
  /// where all that lies between them is over the limit, none where nothing is, and unknown else.
  ///
  /// - Parameters:
  ///   - base: The runs at the base; at least one.
  ///   - head: The runs at the head, in the same layouts.
  ///   - limits: What is a change.
  /// - Returns: A comparison for each count.
  package static func counts(
    base: [RowCounts],
    head: [RowCounts],
    limits: GateLimits
  ) -> [MetricComparison] {
    let values: [(GateMetric, (RowCounts) -> Double)] = [
      (.instructions, { $0.instructions }), (.allocations, { $0.allocations }),
      (.retains, { $0.retains }), (.releases, { $0.releases }),
    ]
    return values.map { metric, value in
      runs(
        metric,
        base: base.map(value),
        head: head.map(value),
        limit: metric == .instructions ? limits.instructions : 0
      )
    }
  }

  private static func runs(
    _ metric: GateMetric,
    base: [Double],
    head: [Double],
    limit: Double
  ) -> MetricComparison {
    // Of nothing there are no shares; then the counts themselves decide.
    let isShare = base.allSatisfy { $0 > 0 }
    let changes = zip(base, head).map { isShare ? $1 / $0 - 1 : $1 - $0 }.sorted()
    let interval = bounds(of: changes)
    let margin = isShare ? limit : 0
    let verdict: Verdict =
      if interval.lowerBound > margin {
        .regression
      } else if interval.upperBound < -margin {
        .improvement
      } else if interval.lowerBound >= -margin, interval.upperBound <= margin {
        .pass
      } else {
        .unknown
      }
    let note: String? =
      switch verdict {
      case .unknown: "runs of the same side differ as much: by chance, or by where memory lies"
      case .regression where PairRatios.median(base) == 0: "there were none before"
      default: nil
      }
    return MetricComparison(
      metric: metric,
      base: PairRatios.median(base),
      head: PairRatios.median(head),
      change: isShare ? PairRatios.median(changes) : changes.allSatisfy { $0 == 0 } ? 0 : nil,
      interval: isShare ? interval : nil,
      limit: limit,
      verdict: verdict,
      note: note
    )
  }

  /// Between what the median lies, without the most extreme of many: with a confidence of 94 % for 5 values,
  /// and of 99 % for 15.
  private static func bounds(of changes: [Double]) -> ClosedRange<Double> {
    guard let last = changes.indices.last else { return 0...0 }
    let omitted = last / 7
    return changes[omitted]...changes[last - omitted]
  }
}
