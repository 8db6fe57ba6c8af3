import Glibc

/// Student's t distribution.
package enum StudentT {
  /// From so many degrees of freedom on the expansion for large ones has six digits.
  private static let leastForExpansion = 100

  /// How many standard errors a mean may be off: the value that the size of t doesn't exceed with a probability.
  ///
  /// Source: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4, which are exact; from 100 degrees of freedom
  /// on 26.7.5.
  ///
  /// - Parameters:
  ///   - confidence: The probability, over 0 and below 1: 0.95 for an interval that the mean is in 19 times of 20.
  ///   - freedom: The degrees of freedom, at least 1.
  /// - Returns: The half width of the interval, in standard errors.
  /// - Complexity: O(*freedom*), and O(1) from 100 on.
  package static func bound(confidence: Double, freedom: Int) -> Double {
    precondition(confidence > 0 && confidence < 1, "the confidence \(confidence) is not in 0..<1")
    precondition(freedom > 0, "there is no distribution of \(freedom) degrees of freedom")
    guard freedom < leastForExpansion else {
      let z = root { erf($0 / 2.squareRoot()) - confidence }
      return expanded(z, Double(freedom))
    }
    // Of the angle whose tangent is t / sqrt(freedom), which has bounds.
    let angle = root(upTo: .pi / 2) { probability(atAngle: $0, freedom) - confidence }
    return tan(angle) * Double(freedom).squareRoot()
  }

  /// The probability that t is no further from 0 than at an angle.
  private static func probability(atAngle angle: Double, _ freedom: Int) -> Double {
    let (sine, cosine) = (sin(angle), cos(angle))
    let isOdd = freedom % 2 == 1
    var term = isOdd ? cosine : 1
    var sum = 0.0
    var power = isOdd ? 1 : 0
    while power <= freedom - 2 {
      sum += term
      term *= cosine * cosine * Double(power + 1) / Double(power + 2)
      power += 2
    }
    return isOdd ? 2 / .pi * (angle + sine * sum) : sine * sum
  }

  private static func expanded(_ z: Double, _ n: Double) -> Double {
    let (z3, z5, z7) = (z * z * z, pow(z, 5), pow(z, 7))
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n)
      + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n)
  }

  /// Where a function that grows is 0, by bisection.
  private static func root(upTo end: Double = 10, _ function: (Double) -> Double) -> Double {
    var (low, high) = (0.0, end)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if function(middle) < 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
