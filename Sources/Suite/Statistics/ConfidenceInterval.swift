import Glibc

/// The interval of the median of a quantity, from one value per round.
///
/// It holds for any distribution: the number of values below the median is binomial, so the median is between two of the sorted values with
/// a known probability.
///
/// Source: W. Thompson, On Confidence Ranges for the Median, Annals of Mathematical Statistics 7 (1936); David and Nagaraja, Order
/// Statistics, 7.1.
package struct ConfidenceInterval: Codable, Equatable, Sendable {
  package let lower: Double

  package let upper: Double

  /// The least probability that such an interval contains the median.
  package let level: Double

  /// The number of rounds.
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
  ///   - wanted: The least probability that it contains the median, below 1. With fewer than ``leastRounds(level:)`` values the interval is
  ///     from the least to the most, and its own ``level`` is lower.
  /// - Complexity: O(*n* log *n*), *n* being the number of values.
  package init?(ofMedian values: [Double], level wanted: Double) {
    precondition((0..<1).contains(wanted), "the level is \(wanted), not in 0..<1")
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let count = sorted.count
    // The number of values left out at each end, and the probability that the median is then beyond one of the ends.
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

  /// The least number of values with an interval of a level.
  package static func leastRounds(level: Double) -> Int {
    (2...64).first { 1 - 2 * probability(0, of: $0) >= level } ?? 64
  }

  /// The probability that exactly so many of the values are below the median.
  private static func probability(_ below: Int, of count: Int) -> Double {
    let n = Double(count)
    let k = Double(below)
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2))
  }

  /// The same with five digits, more than can be measured.
  package func rounded() -> ConfidenceInterval {
    ConfidenceInterval(
      lower: lower.fiveDigits,
      upper: upper.fiveDigits,
      level: level.fiveDigits,
      rounds: rounds
    )
  }
}
