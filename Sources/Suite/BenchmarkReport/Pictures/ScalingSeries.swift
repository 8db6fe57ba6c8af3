import BenchmarkResults
import ReportRendering

/// The rows of a benchmark that differ in one number only, and how their time grows with it.
struct ScalingSeries {
  /// The benchmark with its other parameters, such as `diff/shape=tree`.
  let name: String
  /// The parameter that differs, such as `size`.
  let parameter: String
  /// The part of the rows in a comparison.
  let kind: BenchmarkKind
  /// The values and the medians, in nanoseconds, by ascending value; three values or more.
  let points: [(value: Double, time: Double)]
  /// The line through the logarithms of both.
  let fit: ScalingFit

  /// Finds the series of a suite, in the order of their first rows.
  ///
  /// A number of threads is no size: the work doesn't grow with it.
  static func all(of suite: SuiteResult) -> [ScalingSeries] {
    var keys: [Key] = []
    var groups: [Key: [(value: Double, row: RowResult)]] = [:]
    for row in suite.rows {
      for parameter in row.parameters {
        guard let value = Double(parameter.value) else { continue }
        let key = Key(
          benchmark: row.benchmark,
          parameter: parameter.key,
          rest: row.parameters.filter { $0.key != parameter.key },
          threads: row.threads
        )
        if groups[key] == nil { keys.append(key) }
        groups[key, default: []].append((value, row))
      }
    }
    return keys.compactMap { key in
      let rows = (groups[key] ?? []).sorted { $0.value < $1.value }
      let points = rows.map { (value: $0.value, time: $0.row.wall.median) }
      guard let fit = ScalingFit(points), let kind = rows.first?.row.kind else { return nil }
      return ScalingSeries(
        name: ([key.benchmark] + key.rest.map(\.description)).joined(separator: "/"),
        parameter: key.parameter,
        kind: kind,
        points: points,
        fit: fit
      )
    }
  }

  /// The series of a suite with their exponents; `nil` where there are none.
  static func table(of suite: SuiteResult) -> TextTable? {
    let series = all(of: suite)
    if series.isEmpty { return nil }
    var table = TextTable(
      headers: ["grows with", "benchmark", "from", "to", "time from", "time to", "exponent"],
      alignments: [.left, .left]
    )
    for series in series {
      guard let first = series.points.first, let last = series.points.last else { continue }
      table.append(row: [
        series.parameter, series.name, NumberFormat.string(first.value, decimals: 0),
        NumberFormat.string(last.value, decimals: 0),
        DurationFormat.string(nanoseconds: first.time),
        DurationFormat.string(nanoseconds: last.time), series.exponentText,
      ])
    }
    return table
  }

  /// The exponent with two digits.
  var exponentText: String { NumberFormat.string(fit.exponent, decimals: 2) }

  private struct Key: Hashable {
    let benchmark: String
    let parameter: String
    let rest: [BenchmarkParameter]
    let threads: Int
  }
}
