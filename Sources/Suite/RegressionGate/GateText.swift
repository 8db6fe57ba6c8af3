import ReportRendering

/// Numbers and names as all reports of a gate write them.
enum GateText {
  /// `+5.2 %`, `-0.03 %`, or `0 %`.
  static func percent(_ share: Double) -> String {
    let percent = share * 100
    guard percent.isFinite else { return "-" }
    if percent == 0 { return "0 %" }
    let decimals = abs(percent) >= 100 ? 0 : abs(percent) >= 1 ? 1 : abs(percent) >= 0.01 ? 2 : 4
    return (percent > 0 ? "+" : "") + NumberFormat.string(percent, decimals: decimals) + " %"
  }

  /// `1 row` or `2 rows`.
  static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// `1 command` or `2 commands`.
  static func commands(_ count: Int) -> String { count == 1 ? "1 command" : "\(count) commands" }

  /// The change of a metric, with its bounds where it has some.
  static func change(_ comparison: MetricComparison?) -> String {
    guard let comparison else { return "-" }
    guard let change = comparison.change else { return "0 -> \(value(comparison.head))" }
    return percent(change)
  }

  /// `-0.2 %..+0.9 %`.
  static func interval(_ comparison: MetricComparison?) -> String {
    guard let lower = comparison?.lower, let upper = comparison?.upper else { return "-" }
    return "\(percent(lower))..\(percent(upper))"
  }

  /// A value of a metric with its unit.
  static func value(_ value: Double, of metric: GateMetric) -> String {
    switch metric {
    case .wall, .cpu: DurationFormat.string(nanoseconds: value)
    case .memory: NumberFormat.string(value / 1_048_576, decimals: 1) + " MiB"
    case .instructions, .allocations, .retains, .releases: self.value(value)
    }
  }

  private static func value(_ value: Double) -> String {
    NumberFormat.string(value, decimals: value.rounded() == value ? 0 : value < 100 ? 2 : 0)
  }
}
