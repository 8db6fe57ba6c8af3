/// The mean of some values, and how they scatter around it.
struct SampleMoments {
  /// The mean; 0 of none.
  let mean: Double
  /// The mean square of the distances from it, as far as so few values tell; 0 of one.
  let variance: Double

  init(_ values: [Double]) {
    let mean = values.reduce(0, +) / Double(max(values.count, 1))
    self.mean = mean
    variance =
      values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(values.count - 1, 1))
  }
}
