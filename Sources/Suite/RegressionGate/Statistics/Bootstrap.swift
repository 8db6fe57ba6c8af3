import SeededRandom

/// Between what values an estimate lies, by drawing anew what it is of.
///
/// Source: B. Efron, R. Tibshirani, An Introduction to the Bootstrap, chapter 13.3.
enum Bootstrap {
  private static let draws = 2000

  /// Computes the bounds, each of which is as certain as the confidence below 1 says, such as 0.99; the draws of a seed are
  /// always the same ones.
  static func interval(
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
