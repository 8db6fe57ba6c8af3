import Glibc

/// How the time of a benchmark grows with one of its parameters: the line through the logarithms of both, by least squares.
package struct ScalingFit: Equatable, Sendable {
  /// The slope: 1 if the time is proportional to the parameter, 2 if to its square.
  package let exponent: Double

  /// The number of fitted points.
  package let count: Int

  /// Fits a line, if there are at least three values of the parameter and everything is over 0.
  package init?(_ points: [(value: Double, time: Double)]) {
    guard Set(points.map(\.value)).count >= 3 else { return nil }
    guard points.allSatisfy({ $0.value > 0 && $0.time > 0 }) else { return nil }
    let logarithms = points.map { (x: log($0.value), y: log($0.time)) }
    let count = Double(points.count)
    let meanX = logarithms.reduce(0) { $0 + $1.x } / count
    let meanY = logarithms.reduce(0) { $0 + $1.y } / count
    let covariance = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    let variance = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    exponent = covariance / variance
    self.count = points.count
  }

  /// Fits a line to the medians of a row and of those that differ from it in one parameter only.
  ///
  /// - Returns: `nil` also if another of them has a larger value of the parameter, so that each series counts once.
  package init?(ofLargest row: RowResult, among rows: [RowResult], parameter: String) {
    let points = Self.series(of: row, among: rows, parameter: parameter).map {
      (value: $0.value, time: $0.row.wall.median)
    }
    guard let value = Self.value(of: parameter, in: row),
      points.allSatisfy({ $0.value <= value })
    else { return nil }
    self.init(points)
  }

  /// A row and those that differ from it in one parameter only, with the parameter's values; rows whose value isn't a number are left out.
  package static func series(
    of row: RowResult,
    among rows: [RowResult],
    parameter: String
  ) -> [(value: Double, row: RowResult)] {
    func rest(_ row: RowResult) -> [BenchmarkParameter] {
      row.parameters.filter { $0.key != parameter }
    }
    return rows.compactMap { other in
      guard other.benchmark == row.benchmark, rest(other) == rest(row),
        let value = Self.value(of: parameter, in: other)
      else { return nil }
      return (value, other)
    }
  }

  /// The value of a parameter of a row; `nil` if it has none, or it isn't a number.
  package static func value(of parameter: String, in row: RowResult) -> Double? {
    row.parameters.first { $0.key == parameter }.flatMap { Double($0.value) }
  }
}
