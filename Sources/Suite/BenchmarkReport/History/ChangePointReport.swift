package import FoundationEssentials
package import ReportRendering
package import Statistics

/// The change points of series as a table.
package struct ChangePointReport: Sendable {
  /// A change point with its series.
  package struct Row: Sendable {
    package let series: HistorySeries
    /// Where it changes.
    package let changePoint: ChangePoint

    /// The first commit of the new level.
    package var point: HistorySeries.Point { series.points[changePoint.index] }
  }

  /// The change points, by date.
  package let rows: [Row]

  /// Searches series.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - since: Leaves out change points at earlier commits; these are still searched, because later values are compared with them.
  package init(_ series: [HistorySeries], since: Date? = nil) {
    let found = series.flatMap { series in
      series.changePoints().map { Row(series: series, changePoint: $0) }
    }
    let recent = found.filter { row in since.map { row.point.date >= $0 } ?? true }
    rows = recent.enumerated().sorted {
      ($0.element.point.date, $0.offset) < ($1.element.point.date, $1.offset)
    }.map(\.element)
  }

  /// The table: row, metric, commit, date, levels, change, confidence; and the machine, if there are
  /// several.
  package func table() -> TextTable {
    let machines = Set(rows.compactMap(\.series.machine))
    let hasMachines = machines.count > 1
    var table = TextTable(
      headers: ["row", "metric", "commit", "date", "before", "after", "change", "confidence"]
        + (hasMachines ? ["machine"] : []),
      alignments: [.left, .left, .left, .left, .right, .right, .right, .right]
        + (hasMachines ? [.left] : [])
    )
    for row in rows {
      let point = row.changePoint
      table.append(
        row: [
          row.series.row, row.series.metricName, String(row.point.commit.prefix(10)),
          Self.day(row.point.date), Self.value(point.before, of: row.series),
          Self.value(point.after, of: row.series), Self.percent(point.change),
          Self.confidence(point.probability),
        ] + (hasMachines ? [row.series.machine?.description ?? "any"] : [])
      )
    }
    return table
  }

  /// A change with its sign: `+0.40 %`.
  static func percent(_ change: Double) -> String {
    guard change.isFinite else { return change > 0 ? "from 0" : "below 0" }
    return NumberFormat.percent(change, decimals: 2, isChange: true)
  }

  /// One minus the probability, never rounded up to certainty.
  static func confidence(_ probability: Double) -> String {
    probability < 1e-6
      ? "> 99.9999 %" : NumberFormat.percent(1 - probability, decimals: 4)
  }

  /// A value in the unit of its series.
  static func value(_ value: Double, of series: HistorySeries) -> String {
    switch series.unit {
    case "ns": DurationFormat.string(nanoseconds: value)
    case "ratio": NumberFormat.string(value, decimals: 3) + "x"
    default: NumberFormat.string(value, decimals: value == value.rounded() ? 0 : 2)
    }
  }

  static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}
