import BenchmarkResults
import ReportRendering

extension GateReport {
  /// The rows whose limits are looser at the head than at the base, in a sentence each.
  var raisedLimits: [String] {
    rows.filter { !$0.isOneSided }.flatMap { row -> [String] in
      let evidence = row.evidence
      let (base, head) = (limits.with(evidence.baseLimit), limits.with(evidence.limit))
      // Counts of several threads or tasks have no such limits.
      let metrics: [GateMetric] =
        evidence.isConcurrent ? [.wall] : [.wall, .instructions, .allocations]
      return metrics.compactMap { metric -> String? in
        func share(_ limits: GateLimits) -> Double {
          metric == .wall
            ? limits.share(of: metric, isConcurrent: evidence.isConcurrent)
            : limits.share(ofCount: metric)
        }
        guard share(head) > share(base) else { return nil }
        return
          "\(evidence.executable) \(evidence.row): its limit of \(metric == .wall ? "wall time" : metric.rawValue) "
          + "was raised from \(Self.percent(share(base))) to \(Self.percent(share(head))) by this change"
      }
    }
  }

  /// How many rows have limits of their own, as the end of a sentence; empty for none.
  var ownLimits: String {
    let count = rows.count { $0.evidence.limit != nil }
    guard count > 0 else { return "" }
    return
      ", but for \(GateText.rows(count)) with \(count == 1 ? "a limit of its" : "limits of their") own"
  }

  /// `5 %` or `2.5 %`.
  private static func percent(_ share: Double) -> String {
    let percent = (share * 1000).rounded() / 10
    return NumberFormat.percent(share, decimals: percent == percent.rounded() ? 0 : 1)
  }
}

extension RowLimit {
  /// The share for a metric; `nil` for the gate's own limit.
  func share(of metric: GateMetric) -> Double? {
    switch metric {
    case .wall, .mean, .p90, .p99, .p999: time
    case .instructions: instructions
    case .allocations: allocations
    default: nil
    }
  }
}
