import ReportRendering

extension TraceComparison {
  /// Longer tables are cut, with a line that says so; the JSON has all rows.
  private static let maximumRows = 40

  /// The comparison as a table.
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
    if rows.count > Self.maximumRows {
      paragraphs.append("The first \(Self.maximumRows) of \(rows.count) rows; --json has them all.")
    }
    var table = TextTable(
      headers: [
        "kind", "name", "count before", "now", "p50 before", "now", "ratio", "p99 before", "now",
        "ratio", "total ratio", "P(longer)",
      ],
      alignments: [.left, .left]
    )
    for row in rows.prefix(Self.maximumRows) {
      let label = IntervalLabel.text(
        row.kind,
        name: row.name,
        subsystem: row.subsystem,
        category: row.category
      )
      table.append(row: [
        row.kind.rawValue, label, Self.count(row.baselineCount), Self.count(row.count),
        Self.duration(row.baselineP50), Self.duration(row.p50),
        Self.ratio(row.p50, row.baselineP50), Self.duration(row.baselineP99),
        Self.duration(row.p99), Self.ratio(row.p99, row.baselineP99),
        Self.ratio(
          row.total.map { Int64(clamping: $0) },
          row.baselineTotal.map { Int64(clamping: $0) }
        ), row.probabilityOfLonger.map { NumberFormat.string($0, decimals: 2) } ?? "-",
      ])
    }
    return ReportSection(title: "Against the baseline", paragraphs: paragraphs, table: table)
  }

  private static func count(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "-" }

  private static func duration(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { DurationFormat.string(nanoseconds: Double($0)) } ?? "-"
  }

  private static func ratio(_ new: Int64?, _ old: Int64?) -> String {
    guard let new, let old, old > 0 else { return "-" }
    return NumberFormat.string(Double(new) / Double(old), decimals: 2)
  }
}
