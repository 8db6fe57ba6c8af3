import Glibc

/// Between what values the median of a quantity lies, of which each round has given one.
///
/// Whatever the quantity's distribution is: the number of values below the median is binomial, so that the median lies
/// between two of the sorted values with a probability that can be counted.
///
/// Source: W. Thompson, On Confidence Ranges for the Median, Annals of Mathematical Statistics 7 (1936); David and Nagaraja,
/// Order Statistics, 7.1.
package struct ConfidenceInterval: Codable, Equatable, Sendable {
  package let lower: Double

  package let upper: Double

  /// The least probability with which such an interval has the median in it.
  package let level: Double

  /// How many rounds it is of.
  package let rounds: Int

  package init(lower: Double, upper: Double, level: Double, rounds: Int) {
    self.lower = lower
    self.upper = upper
    self.level = level
    self.rounds = rounds
  }

  /// Finds the interval of a median; `nil` without values.
  ///
  /// - Parameters:
  ///   - values: A value a round, in any order.
  ///   - wanted: The least probability that the median is in it, below 1. With fewer than ``leastRounds(level:)`` values
  ///     the interval is from the least to the most, and its own ``level`` is lower.
  /// - Complexity: O(*n* log *n*), *n* being the number of values.
  package init?(ofMedian values: [Double], level wanted: Double) {
    precondition((0..<1).contains(wanted), "the level is \(wanted), not in 0..<1")
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let count = sorted.count
    // How many values are left out at each end, and the probability that the median is beyond one of the ends then.
    var omitted = 0
    var tail = Self.probability(0, of: count)
    while 2 * (omitted + 1) < count {
      let next = tail + Self.probability(omitted + 1, of: count)
      guard 1 - 2 * next >= wanted else { break }
      (omitted, tail) = (omitted + 1, next)
    }
    lower = sorted[omitted]
    upper = sorted[count - 1 - omitted]
    level = max(0, 1 - 2 * tail)
    rounds = count
  }

  /// The least number of values that have an interval of a level.
  package static func leastRounds(level: Double) -> Int {
    (2...64).first { 1 - 2 * probability(0, of: $0) >= level } ?? 64
  }

  /// The probability that of so many values just so many are below the median.
  private static func probability(_ below: Int, of count: Int) -> Double {
    let n = Double(count)
    let k = Double(below)
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2))
  }

  /// The same with five digits, which is more than can be measured.
  func rounded() -> ConfidenceInterval {
    ConfidenceInterval(
      lower: Statistics.rounded(lower),
      upper: Statistics.rounded(upper),
      level: Statistics.rounded(level),
      rounds: rounds
    )
  }
}
