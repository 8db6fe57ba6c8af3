import SeededRandom

/// Confidence intervals of an estimate, by resampling its data.
///
/// Source: B. Efron, R. Tibshirani, An Introduction to the Bootstrap, chapter 13.3.
package enum Bootstrap {
  private static let draws = 2000

  /// Computes the bounds for a confidence below 1, such as 0.99; the same seed gives the same draws.
  package static func interval(
    confidence: Double,
    seed: UInt64,
    _ estimate: (_ draw: ([Double]) -> [Double]) -> Double
  ) -> ClosedRange<Double> {
    precondition((0..<1).contains(confidence), "the confidence is \(confidence), not below 1")
    var generator = SplitMix64(seed: seed)
    let estimates = (0..<draws).map { _ in
      estimate { values in values.map { _ in values[generator.next(below: values.count)] } }
    }.sorted()
    func bound(_ fraction: Double) -> Double {
      estimates[min(Int(fraction * Double(draws)), draws - 1)]
    }
    let lower = bound(1 - confidence)
    return lower...max(lower, bound(confidence))
  }
}
