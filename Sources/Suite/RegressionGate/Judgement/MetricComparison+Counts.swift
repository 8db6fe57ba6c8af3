import BenchmarkResults
import Statistics

extension MetricComparison {
  /// Compares the counts of a row, over all memory layouts if it was counted in several; empty if it wasn't counted.
  static func counts(of evidence: RowEvidence, limits: GateLimits) -> [MetricComparison] {
    if let runs = Sides(evidence.baseCountRuns, evidence.headCountRuns) {
      return counts(runs, limits: limits)
    }
    return Sides(evidence.baseCounts, evidence.headCounts).map {
      counts($0, isConcurrent: evidence.isConcurrent, limits: limits)
    } ?? []
  }

  /// Compares the counts of a row, with equally many iterations on both sides; with several threads or tasks they depend on how these meet.
  static func counts(
    _ sides: Sides<RowCounts>,
    isConcurrent: Bool,
    limits: GateLimits
  ) -> [MetricComparison] {
    let allowance = limits.concurrentCalls / 1000
    return GateMetric.counts.compactMap { metric in
      guard let values = Sides(metric.count(sides.base), metric.count(sides.head)) else {
        return nil
      }
      return count(
        metric,
        values,
        limit: isConcurrent ? limits.concurrentCounts : limits.share(ofCount: metric),
        allowance: isConcurrent ? allowance : systemCallAllowance(metric),
        // A row that never allocated must not start to, however its threads meet.
        isGated: isConcurrent ? metric == .allocations && values.base <= allowance : nil
      ).gated(with: limits.alsoGated ?? [])
    }
  }

  /// Compares a count, which may grow by a share of the base or by an allowance, whichever is larger.
  static func count(
    _ metric: GateMetric,
    _ values: Sides<Double>,
    limit: Double,
    allowance: Double,
    isGated: Bool? = nil
  ) -> MetricComparison {
    let (base, difference) = (values.base, values.difference)
    let change = base > 0 ? difference / base : nil
    return MetricComparison(
      metric: metric,
      values: values,
      change: change ?? (difference == 0 ? 0 : nil),
      limit: limit,
      verdict: Verdict(difference...difference, margin: max(base * limit, allowance)),
      note: base == 0 && difference > 0 ? "there were none before" : nil,
      isGated: isGated
    )
  }

  /// The system calls that an operation may gain: the allocator asks for memory now and then, at no fixed place.
  private static func systemCallAllowance(_ metric: GateMetric) -> Double {
    metric == .systemCalls ? 0.001 : 0
  }
}

extension MetricComparison {
  /// Compares the counts of a whole command or a row, from runs in several memory layouts.
  ///
  /// Both sides have the same environment in a layout, so each layout gives a ratio in which its own effect cancels. The estimate is the
  /// median of the ratios; their spread gives its bounds. If everything between the bounds is over the limit, it is a change; if nothing
  /// is, there is none; otherwise it is unknown.
  static func counts(_ sides: Sides<[RowCounts]>, limits: GateLimits) -> [MetricComparison] {
    GateMetric.counts.compactMap { metric in
      let values = sides.map { $0.compactMap(metric.count) }
      guard values.base.count == sides.base.count, values.head.count == sides.head.count else {
        return nil
      }
      return runs(
        metric,
        values,
        limit: limits.share(ofCount: metric),
        allowance: systemCallAllowance(metric),
        unknownNote:
          "runs of the same side differ as much: by where memory lies, as where hashes depend on addresses, or by chance"
      ).gated(with: limits.alsoGated ?? [])
    }
  }

  /// Compares the operating system resources of the pairs' processes, like the counts of runs.
  static func usage(
    _ sides: Sides<[RowUsage]>,
    limits: GateLimits
  ) -> [MetricComparison] {
    // Pages and switches are few and large: the allowances are the smallest changes per operation that count.
    var values: [(GateMetric, (RowUsage) -> Double, limit: Double, allowance: Double)] = [
      (.contextSwitches, { $0.contextSwitches }, limits.concurrentWall, 0.001),
      (.residentGrowth, { $0.residentGrowth }, limits.memory, 8),
    ]
    if (sides.base + sides.head).allSatisfy({ $0.peakResident != nil }) {
      values.append(
        (.residentMemory, { Double($0.peakResident ?? 0) }, limits.memory, 1_048_576)
      )
    }
    return values.map { metric, value, limit, allowance in
      runs(
        metric,
        sides.map { $0.map(value) },
        limit: limit,
        allowance: allowance,
        unknownNote: "pairs of processes differ as much"
      )
    }
  }

  /// Compares runs of the base with equally many of the head; a change up to the allowance is no change.
  private static func runs(
    _ metric: GateMetric,
    _ sides: Sides<[Double]>,
    limit: Double,
    allowance: Double,
    unknownNote: String
  ) -> MetricComparison {
    // Shares of zero don't exist; the counts themselves decide then.
    let isShare = sides.base.allSatisfy { $0 > 0 }
    let changes = zip(sides.base, sides.head).map { isShare ? $1 / $0 - 1 : $1 - $0 }.sorted()
    let interval = bounds(of: changes)
    let medians = sides.map { $0.median }
    let typical = medians.base
    let margin = isShare ? max(limit, allowance / typical) : max(limit * typical, allowance)
    let verdict = Verdict(interval, margin: margin)
    let note: String? =
      switch verdict {
      case .unknown: unknownNote
      case .regression where typical == 0: "there were none before"
      default: nil
      }
    return MetricComparison(
      metric: metric,
      values: medians,
      change: isShare ? changes.median : changes.allSatisfy { $0 == 0 } ? 0 : nil,
      interval: isShare ? interval : nil,
      limit: limit,
      verdict: verdict,
      note: note
    )
  }

  /// The bounds of the median: the range without the most extreme values of many, with a confidence of 94 % for 5 values and 99 % for 15.
  private static func bounds(of changes: [Double]) -> ClosedRange<Double> {
    guard let last = changes.indices.last else { return 0...0 }
    let omitted = last / 7
    return changes[omitted]...changes[last - omitted]
  }
}
