/// Tests whether two parts of a series have the same level, by Student's *t* test.
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
    // The values are close together and far from zero: around zero the squares would cancel. This way equal values give exact zeros.
    center = left.first ?? 0
    let level = (left.reduce(0, +) + right.reduce(0, +)) / Double(left.count + right.count)
    knownVariance = detector.noise(atLevel: level).map { $0 * $0 }
    leftSums = Self.sums(left, center: center)
    rightSums = Self.sums(right, center: center)
  }

  private static func sums(_ values: ArraySlice<Double>, center: Double) -> Sums {
    values.reduce(into: Sums()) { $0.add($1 - center) }
  }

  /// The probability of such a difference if the level is the same.
  func probability() -> Double {
    let t = statistic(leftSums, rightSums, direction: rightSums.mean - leftSums.mean)
    guard t > 0 else { return 1 }
    return probability(t, valueCount: left.count + right.count)
  }

  /// The same without the one value, of the left or the right, that makes most of the difference.
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
    StudentT.probability(beyond: t, freedom: max(1, Double(valueCount - 2) + knownWeight))
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
    // Without any noise each difference counts.
    guard variance > 0 else { return .infinity }
    return difference / (variance * (1 / left.count + 1 / right.count)).squareRoot()
  }
}
