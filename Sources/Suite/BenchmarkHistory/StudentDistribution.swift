import Glibc

/// Student's *t* distribution.
enum StudentDistribution {
  /// Computes how probable a value as far from zero as this one is, in either direction.
  ///
  /// - Parameters:
  ///   - t: The statistic; infinity gives 0.
  ///   - degreesOfFreedom: More than 0.
  /// - Returns: A probability, 0 to 1, to about twelve digits.
  static func twoSidedProbability(t: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom > 0, "\(degreesOfFreedom) degrees of freedom")
    guard !t.isNaN else { return 1 }
    guard t.isFinite else { return 0 }
    return incompleteBeta(
      degreesOfFreedom / (degreesOfFreedom + t * t),
      a: degreesOfFreedom / 2,
      b: 0.5
    )
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
    for step in 1...500 {
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
