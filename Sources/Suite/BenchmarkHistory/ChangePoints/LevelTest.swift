import Glibc

/// Whether two parts of a series have the same level, by Student's *t* test.
struct LevelTest {
  private let left: ArraySlice<Double>
  private let right: ArraySlice<Double>
  private let center: Double
  private let knownVariance: Double?
  private let leftSums: Sums
  private let rightSums: Sums

  /// A number of values, their sum and the sum of their squares.
  private struct Sums {
    var count = 0.0
    var sum = 0.0
    var squares = 0.0

    mutating func add(_ value: Double, weight: Double = 1) {
      count += weight
      sum += weight * value
      squares += weight * value * value
    }

    var mean: Double { sum / count }
    /// The sum of the squared distances from the mean.
    var scatter: Double { max(0, squares - sum * sum / count) }
  }

  init(
    _ left: ArraySlice<Double>,
    _ right: ArraySlice<Double>,
    detector: ChangePointDetector
  ) {
    self.left = left
    self.right = right
    // The values lie close together and far from zero: around zero the squares would cancel. Equal
    // values give exact zeros this way.
    center = left.first ?? 0
    let level = (left.reduce(0, +) + right.reduce(0, +)) / Double(left.count + right.count)
    knownVariance = detector.noise(atLevel: level).map { $0 * $0 }
    leftSums = Self.sums(left, center: center)
    rightSums = Self.sums(right, center: center)
  }

  private static func sums(_ values: ArraySlice<Double>, center: Double) -> Sums {
    values.reduce(into: Sums()) { $0.add($1 - center) }
  }

  /// How probable a difference as large as this one is if the level is the same.
  func probability() -> Double {
    let t = statistic(leftSums, rightSums, direction: rightSums.mean - leftSums.mean)
    guard t > 0 else { return 1 }
    return probability(t, valueCount: left.count + right.count)
  }

  /// The same without that value, of the left or the right, that makes most of the difference.
  ///
  /// - Complexity: O(*n*), *n* being the number of values.
  func probabilityWithoutAnyOne() -> Double {
    guard left.count > 1, right.count > 1 else { return 1 }
    let direction = rightSums.mean - leftSums.mean
    var smallest = Double.infinity
    for value in left {
      var sums = leftSums
      sums.add(value - center, weight: -1)
      smallest = min(smallest, statistic(sums, rightSums, direction: direction))
    }
    for value in right {
      var sums = rightSums
      sums.add(value - center, weight: -1)
      smallest = min(smallest, statistic(leftSums, sums, direction: direction))
    }
    guard smallest > 0 else { return 1 }
    return probability(smallest, valueCount: left.count + right.count - 1)
  }

  private func probability(_ t: Double, valueCount: Int) -> Double {
    StudentDistribution.twoSidedProbability(
      t: t,
      degreesOfFreedom: max(1, Double(valueCount - 2) + knownWeight)
    )
  }

  private var knownWeight: Double {
    knownVariance == nil ? 0 : ChangePointDetector.knownNoiseWeight
  }

  /// The statistic: positive if the levels differ in this direction.
  private func statistic(_ left: Sums, _ right: Sums, direction: Double) -> Double {
    let difference = direction < 0 ? left.mean - right.mean : right.mean - left.mean
    guard difference > 0 else { return 0 }
    let known = knownWeight * (knownVariance ?? 0)
    let degrees = max(1, left.count + right.count - 2 + knownWeight)
    let variance = (left.scatter + right.scatter + known) / degrees
    // Without any noise each difference is one.
    guard variance > 0 else { return .infinity }
    return difference / (variance * (1 / left.count + 1 / right.count)).squareRoot()
  }
}

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
