import Glibc

/// The confidence interval of a rate after a number of successes.
///
/// Source: C. Clopper, E. Pearson, The use of confidence or fiducial limits illustrated in the case of
/// the binomial, Biometrika 26, 1934.
package struct BinomialInterval: Equatable, Sendable {
  /// The lower bound, 0 to 1.
  package let lower: Double
  package let upper: Double

  /// Computes the exact interval.
  ///
  /// - Parameters:
  ///   - successes: The number of successes.
  ///   - trials: The number of trials; at least one.
  ///   - confidence: The confidence, such as 0.95.
  package init(successes: Int, trials: Int, confidence: Double = 0.95) {
    precondition(trials > 0, "there are \(trials) trials, not at least one")
    precondition((0...trials).contains(successes), "\(successes) of \(trials) succeeded")
    let tail = (1 - confidence) / 2
    lower =
      successes == 0
      ? 0
      : Self.root { 1 - Self.atMost(successes - 1, of: trials, rate: $0) < tail }
    upper =
      successes == trials
      ? 1
      : Self.root { Self.atMost(successes, of: trials, rate: $0) > tail }
  }

  /// The largest rate at which a condition holds, for a condition that holds below some rate and not above.
  private static func root(_ holds: (Double) -> Bool) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The probability of at most this many successes.
  private static func atMost(_ successes: Int, of trials: Int, rate: Double) -> Double {
    if rate <= 0 { return 1 }
    if rate >= 1 { return successes >= trials ? 1 : 0 }
    let n = Double(trials)
    var sum = 0.0
    for k in 0...successes {
      let k = Double(k)
      let coefficient = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
      sum += exp(coefficient + k * log(rate) + (n - k) * log1p(-rate))
    }
    return min(sum, 1)
  }
}
