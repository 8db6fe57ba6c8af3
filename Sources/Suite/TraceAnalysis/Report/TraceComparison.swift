import ReportRendering

/// The differences between the intervals of two traces.
package struct TraceComparison: Sendable, Codable, Equatable {
  /// The intervals of a kind and name in both traces; if one trace has none, its numbers are `nil`.
  package struct Row: Sendable, Codable, Equatable {
    package var kind: IntervalKind
    /// Their name; `nil` if unknown.
    package var name: String?
    package var subsystem: String?
    package var category: String?
    /// The number in the other trace, the baseline.
    package var baselineCount: UInt64?
    /// The number in this one.
    package var count: UInt64?
    /// The medians, in nanoseconds.
    package var baselineP50: Int64?
    /// As ``baselineP50``, of this trace.
    package var p50: Int64?
    /// The 99th percentiles, in nanoseconds.
    package var baselineP99: Int64?
    /// As ``baselineP99``, of this trace.
    package var p99: Int64?
    /// The sums of the durations, in nanoseconds.
    package var baselineTotal: UInt64?
    /// As ``baselineTotal``, of this trace.
    package var total: UInt64?
    /// The probability that an interval of this trace took longer than one of the baseline, ties counted half: 0.5 for no difference, 1 if
    /// each took longer than all of the other.
    ///
    /// Source: the common-language effect size, U / (n1 n2) of Mann and Whitney (1947), computed from the histograms: durations less than a
    /// quarter of a doubling apart may count as ties.
    package var probabilityOfLonger: Double?
  }

  package var baselinePath: String
  /// Whether a part of the baseline could not be read.
  package var isBaselinePartial: Bool
  /// The faults of the baseline, a line each.
  package var baselineFaults: [String]
  /// The kinds and names of both, the one with the largest total first.
  package var rows: [Row]

  /// Compares two reports.
  ///
  /// - Complexity: Proportional to the number of kinds and names.
  /// - Parameters:
  ///   - report: The report to judge.
  ///   - baseline: The report to compare with.
  package init(of report: TraceReport, to baseline: TraceReport) {
    baselinePath = baseline.path
    isBaselinePartial = baseline.isPartial
    baselineFaults = baseline.faults
    var old: [Key: IntervalStatistics] = [:]
    for interval in baseline.intervals { old[Key(interval)] = interval }
    rows = report.intervals.map { Row(old.removeValue(forKey: Key($0)), $0) }
    rows += old.values.map { Row($0, nil) }
    rows.sort { ($0.weight, $1.sortName) > ($1.weight, $0.sortName) }
  }

  private struct Key: Hashable {
    let kind: IntervalKind
    let name: String?
    let subsystem: String?
    let category: String?

    init(_ interval: IntervalStatistics) {
      kind = interval.kind
      name = interval.name
      subsystem = interval.subsystem
      category = interval.category
    }
  }
}

extension TraceComparison.Row {
  fileprivate init(_ old: IntervalStatistics?, _ new: IntervalStatistics?) {
    let known = new ?? old
    self.init(
      kind: known?.kind ?? .interval,
      name: known?.name,
      subsystem: known?.subsystem,
      category: known?.category,
      baselineCount: old?.count,
      count: new?.count,
      baselineP50: old?.p50,
      p50: new?.p50,
      baselineP99: old?.p99,
      p99: new?.p99,
      baselineTotal: old?.total,
      total: new?.total,
      probabilityOfLonger: Self.probability(
        that: new?.histogram ?? [],
        isLongerThan: old?.histogram ?? []
      )
    )
  }

  fileprivate var weight: UInt64 { max(total ?? 0, baselineTotal ?? 0) }

  private static func probability(
    that new: [IntervalStatistics.Bucket],
    isLongerThan old: [IntervalStatistics.Bucket]
  ) -> Double? {
    let oldCount = old.reduce(0.0) { $0 + Double($1.count) }
    let newCount = new.reduce(0.0) { $0 + Double($1.count) }
    guard oldCount > 0, newCount > 0 else { return nil }
    var below = 0.0
    var next = 0
    var wins = 0.0
    for bucket in new {
      while next < old.count, old[next].upperBound < bucket.upperBound {
        below += Double(old[next].count)
        next += 1
      }
      let isTie = next < old.count && old[next].upperBound == bucket.upperBound
      let ties = isTie ? Double(old[next].count) : 0
      wins += Double(bucket.count) * (below + ties / 2)
    }
    return wins / (oldCount * newCount)
  }
}

extension TraceComparison {
  func section() -> ReportSection {
    var paragraphs = ["The baseline is \(baselinePath); ratios are this trace / the baseline."]
    if isBaselinePartial {
      paragraphs.append("PARTIAL: a part of the baseline could not be read.")
      paragraphs += baselineFaults.map { "  " + $0 }
    }
    paragraphs.append(
      "P(longer): how probable it is that one of this trace took longer than one of the baseline; "
        + "0.50 is no difference."
    )
    return TraceReport.section(
      Self.title,
      about: paragraphs,
      of: rows,
      headers: [
        "kind", "name", "count before", "now", "p50 before", "now", "ratio", "p99 before", "now",
        "ratio", "total ratio", "P(longer)",
      ],
      alignments: [.left, .left]
    ) { row in
      [
        row.kind.rawValue, row.label, TraceReport.text(row.baselineCount),
        TraceReport.text(row.count), TraceReport.duration(row.baselineP50),
        TraceReport.duration(row.p50), Self.ratio(row.p50, row.baselineP50),
        TraceReport.duration(row.baselineP99), TraceReport.duration(row.p99),
        Self.ratio(row.p99, row.baselineP99),
        Self.ratio(
          row.total.map { Int64(clamping: $0) },
          row.baselineTotal.map { Int64(clamping: $0) }
        ), row.probabilityOfLonger.map { NumberFormat.string($0, decimals: 2) } ?? "-",
      ]
    } ?? ReportSection(title: Self.title, paragraphs: paragraphs)
  }

  private static let title = "Against the baseline"

  private static func ratio(_ new: Int64?, _ old: Int64?) -> String {
    guard let new, let old, old > 0 else { return "-" }
    return NumberFormat.string(Double(new) / Double(old), decimals: 2)
  }
}
