import BenchmarkResults
import ReportRendering

/// The rows of a benchmark that differ in one number only, and their growth with it.
struct ScalingSeries {
  let benchmark: String
  /// The other parameters.
  let rest: [BenchmarkParameter]
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
    let values = suite.rows.flatMap { row in
      row.parameters.compactMap { parameter in
        Double(parameter.value).map { (value: $0, key: Key(row, parameter.key), row: row) }
      }
    }
    return values.grouped(by: \.key).compactMap { group in
      let rows = group.sorted { $0.value < $1.value }
      let points = rows.map { (value: $0.value, time: $0.row.wall.median) }
      guard let fit = ScalingFit(points) else { return nil }
      let key = rows[0].key
      return ScalingSeries(
        benchmark: key.benchmark,
        rest: key.rest,
        parameter: key.parameter,
        kind: rows[0].row.kind,
        points: points,
        fit: fit
      )
    }
  }

  /// The series of a suite with their exponents; `nil` if there are none.
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
        series.parameter, series.name, Self.text(first.value), Self.text(last.value),
        DurationFormat.string(nanoseconds: first.time),
        DurationFormat.string(nanoseconds: last.time), series.exponentText,
      ])
    }
    return table
  }

  private static func text(_ value: Double) -> String {
    NumberFormat.string(value, decimals: value == value.rounded() ? 0 : 2)
  }

  /// The benchmark with its other parameters, such as `diff/shape=tree`.
  var name: String { ([benchmark] + rest.map(\.description)).joined(separator: "/") }

  /// The exponent with two digits.
  var exponentText: String { NumberFormat.string(fit.exponent, decimals: 2) }

  private struct Key: Hashable {
    let benchmark: String
    let parameter: String
    let rest: [BenchmarkParameter]
    let threads: Int

    init(_ row: RowResult, _ parameter: String) {
      benchmark = row.benchmark
      self.parameter = parameter
      rest = row.parameters.filter { $0.key != parameter }
      threads = row.threads
    }
  }
}
