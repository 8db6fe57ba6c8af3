/// The mean and the variance of some values.
package struct Moments {
  private let count: Int
  /// The mean; 0 without values.
  package let mean: Double
  /// The unbiased mean square of the distances from it; 0 for a single value.
  package let variance: Double

  package init(_ values: [Double]) {
    let mean = values.reduce(0, +) / Double(max(values.count, 1))
    count = values.count
    self.mean = mean
    variance =
      values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(values.count - 1, 1))
  }

  /// Half of the interval that holds the true mean with a confidence such as 0.95; infinite below two values.
  package func margin(confidence: Double) -> Double {
    guard count > 1 else { return .infinity }
    let bound = StudentT.bound(confidence: confidence, freedom: count - 1)
    return bound * (variance / Double(count)).squareRoot()
  }
}
