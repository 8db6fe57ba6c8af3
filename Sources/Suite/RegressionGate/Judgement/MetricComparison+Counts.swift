import BenchmarkResults

extension MetricComparison {
  /// Compares what was counted of a row: in several memory layouts, where it was counted in more than one; nothing
  /// where it wasn't counted.
  static func counts(of evidence: RowEvidence, limits: GateLimits) -> [MetricComparison] {
    if let base = evidence.baseCountRuns, let head = evidence.headCountRuns {
      return counts(Sides(base: base, head: head), limits: limits)
    }
    guard let base = evidence.baseCounts, let head = evidence.headCounts else { return [] }
    return counts(base: base, head: head, isConcurrent: evidence.isConcurrent, limits: limits)
  }

  /// Compares the counts of a row, over as many iterations on both sides; with several threads or tasks they
  /// depend on how those meet.
  static func counts(
    base: RowCounts,
    head: RowCounts,
    isConcurrent: Bool,
    limits: GateLimits
  ) -> [MetricComparison] {
    let allowance = limits.concurrentCalls / 1000
    return GateMetric.counts.compactMap { metric in
      guard let base = metric.count(base), let head = metric.count(head) else { return nil }
      return count(
        metric,
        base: base,
        head: head,
        limit: isConcurrent ? limits.concurrentCounts : limits.share(ofCount: metric),
        allowance: isConcurrent ? allowance : systemCallAllowance(metric),
        // One that never allocated shall not begin to, however its threads meet.
        isGated: isConcurrent ? metric == .allocations && base <= allowance : nil
      ).gated(with: limits.alsoGated ?? [])
    }
  }

  /// Compares a count, which may grow by a share of the base or by an allowance, whichever is more.
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

  /// How many system calls more an operation may make: the allocator asks for memory once in a while, wherever that
  /// falls.
  private static func systemCallAllowance(_ metric: GateMetric) -> Double {
    metric == .systemCalls ? 0.001 : 0
  }
}

extension MetricComparison {
  /// Compares the counts of a whole command, or of a row, of runs in several memory layouts.
  ///
  /// In a layout both sides have the same environment, so each gives a ratio, in which the layout itself
  /// cancels. The estimate is their median, and its bounds are those that their spread leaves. It is a change
  /// where all that lies between them is over the limit, none where nothing is, and unknown else.
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

  /// Compares what the processes of pairs took of the operating system, as the counts of runs.
  static func usage(
    base: [RowUsage],
    head: [RowUsage],
    limits: GateLimits
  ) -> [MetricComparison] {
    // Pages and switches are few and large: what an operation takes of them is told from this on.
    var values: [(GateMetric, (RowUsage) -> Double, limit: Double, allowance: Double)] = [
      (.contextSwitches, { $0.contextSwitches }, limits.concurrentWall, 0.001),
      (.residentGrowth, { $0.residentGrowth }, limits.memory, 8),
    ]
    if (base + head).allSatisfy({ $0.peakResident != nil }) {
      values.append(
        (.residentMemory, { Double($0.peakResident ?? 0) }, limits.memory, 1_048_576)
      )
    }
    return values.map { metric, value, limit, allowance in
      runs(
        metric,
        Sides(base: base, head: head).map { $0.map(value) },
        limit: limit,
        allowance: allowance,
        unknownNote: "pairs of processes differ as much"
      )
    }
  }

  /// Compares runs of the base with as many of the head; what changes by the allowance or less is no change.
  private static func runs(
    _ metric: GateMetric,
    _ sides: Sides<[Double]>,
    limit: Double,
    allowance: Double,
    unknownNote: String
  ) -> MetricComparison {
    // Of nothing there are no shares; then the counts themselves decide.
    let isShare = sides.base.allSatisfy { $0 > 0 }
    let changes = zip(sides.base, sides.head).map { isShare ? $1 / $0 - 1 : $1 - $0 }.sorted()
    let interval = bounds(of: changes)
    let medians = sides.map { Statistics.median(of: $0) }
    let typical = medians.base
    let margin = isShare ? max(limit, allowance / typical) : max(limit * typical, allowance)
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
      case .unknown: unknownNote
      case .regression where typical == 0: "there were none before"
      default: nil
      }
    return MetricComparison(
      metric: metric,
      base: typical,
      head: medians.head,
      change: isShare ? Statistics.median(of: changes) : changes.allSatisfy { $0 == 0 } ? 0 : nil,
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
