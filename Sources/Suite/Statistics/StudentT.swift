import Glibc

package enum StudentT {
  /// Computes the probability of a value at least as far from zero, in either direction.
  ///
  /// - Parameters:
  ///   - t: The statistic; infinity gives 0.
  ///   - freedom: The degrees of freedom, more than 0.
  /// - Returns: A probability, 0 to 1, to about twelve digits.
  package static func probability(beyond t: Double, freedom: Double) -> Double {
    precondition(freedom > 0, "\(freedom) degrees of freedom")
    guard !t.isNaN else { return 1 }
    guard t.isFinite else { return 0 }
    return incompleteBeta(freedom / (freedom + t * t), a: freedom / 2, b: 0.5)
  }

  /// The bound, in standard errors, that the size of t doesn't exceed with a probability.
  ///
  /// - Parameters:
  ///   - confidence: The probability, over 0 and below 1: 0.95 for an interval that contains the mean 19 times of 20.
  ///   - freedom: The degrees of freedom, at least 1.
  /// - Returns: The half width of the interval, in standard errors.
  package static func bound(confidence: Double, freedom: Int) -> Double {
    precondition(confidence > 0 && confidence < 1, "the confidence \(confidence) is not in 0..<1")
    precondition(freedom > 0, "there is no distribution of \(freedom) degrees of freedom")
    let freedom = Double(freedom)
    // Bisection for the angle whose tangent is t / sqrt(freedom), which has bounds.
    var (low, high) = (0.0, Double.pi / 2)
    func t(_ angle: Double) -> Double { tan(angle) * freedom.squareRoot() }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if probability(beyond: t(middle), freedom: freedom) > 1 - confidence {
        low = middle
      } else {
        high = middle
      }
    }
    return t((low + high) / 2)
  }

  /// The regularized incomplete beta function.
  ///
  /// Source: Press et al., Numerical Recipes, 3rd edition, 6.4: the continued fraction by Lentz's
  /// method, on the side where it converges fast.
  private static func incompleteBeta(_ x: Double, a: Double, b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    var sign: Int32 = 0
    // SAFETY: the sign outlives each call.
    let factor = unsafe exp(
      lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign) + a * log(x)
        + b * log1p(-x)
    )
    guard x < (a + 1) / (a + b + 2) else {
      return 1 - factor * continuedFraction(1 - x, a: b, b: a) / b
    }
    return factor * continuedFraction(x, a: a, b: b) / a
  }

  private static func continuedFraction(_ x: Double, a: Double, b: Double) -> Double {
    let tiny = 1e-300
    func nonZero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / nonZero(1 - (a + b) * x / (a + 1))
    var fraction = d
    for step in 1...10_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonZero(1 + even * d)
      c = nonZero(1 + even / c)
      fraction *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonZero(1 + odd * d)
      c = nonZero(1 + odd / c)
      let change = d * c
      fraction *= change
      if abs(change - 1) < 1e-15 { break }
    }
    return fraction
  }
}
