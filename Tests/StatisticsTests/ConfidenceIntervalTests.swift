import Foundation
import SeededRandom
import Statistics
import Testing

struct ConfidenceIntervalTests {
  /// Of so many values, which ones, counted from 1, and how certain; from tables of the sign test.
  @Test(arguments: [
    (2, 0.99, 1, 2, 0.5), (5, 0.99, 1, 5, 0.9375), (8, 0.99, 1, 8, 0.992_187_5),
    (10, 0.95, 2, 9, 0.978_515_6), (20, 0.99, 4, 17, 0.997_423_2), (20, 0.95, 6, 15, 0.958_610_5),
    (100, 0.95, 40, 61, 0.964_799_8),
  ])
  func `an interval is two of the sorted values, with the level of the binomial`(
    count: Int,
    wanted: Double,
    lower: Int,
    upper: Int,
    level: Double
  ) throws {
    let values = (1...count).map(Double.init).shuffled()
    let interval = try #require(ConfidenceInterval(ofMedian: values, level: wanted))
    #expect((interval.lower, interval.upper) == (Double(lower), Double(upper)))
    #expect(abs(interval.level - level) < 1e-6)
    #expect(interval.rounds == count)
  }

  @Test func `one value has no certainty, and none has no interval`() {
    let one = ConfidenceInterval(ofMedian: [7], level: 0.99)
    #expect(one == ConfidenceInterval(lower: 7, upper: 7, level: 0, rounds: 1))
    #expect(ConfidenceInterval(ofMedian: [], level: 0.99) == nil)
    #expect(ConfidenceInterval.leastRounds(level: 0.99) == 8)
    #expect(ConfidenceInterval.leastRounds(level: 0.95) == 6)
    #expect(ConfidenceInterval.leastRounds(level: 0.5) == 2)
  }

  @Test func `a level of 1 is a caller's mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = ConfidenceInterval(ofMedian: [1], level: 1)
    }
  }

  /// Distributions with their medians, as a function of a number from 0 to 1 and another one.
  private static let distributions:
    [(median: Double, value: @Sendable (Double, Double) -> Double)] = [
      (0.5, { first, _ in first }),
      (log(2), { first, _ in -log(1 - first) }),
      // Without a mean.
      (0, { first, _ in tan(.pi * (first - 0.5)) }),
      // In three rounds of ten the machine is slower by far.
      (0.5 / 0.7, { first, second in second < 0.3 ? first + 5 : first }),
    ]

  @Test(arguments: [8, 9, 16, 20, 33, 64])
  func `an interval has the median in it as often as it says, whatever the distribution`(
    count: Int
  ) throws {
    let trials = 2000
    for (index, distribution) in Self.distributions.enumerated() {
      var random = SplitMix64(seed: UInt64(1000 * count + index))
      var covered = 0
      var level = 1.0
      for _ in 0..<trials {
        let values = (0..<count).map { _ in
          distribution.value(random.nextFraction(), random.nextFraction())
        }
        let interval = try #require(ConfidenceInterval(ofMedian: values, level: 0.99))
        if interval.lower <= distribution.median && distribution.median <= interval.upper {
          covered += 1
        }
        level = interval.level
      }
      // Five standard deviations; the seeds repeat.
      let expected = level * Double(trials)
      let deviation = (expected * (1 - level)).squareRoot()
      #expect(
        abs(Double(covered) - expected) < 5 * deviation + 1,
        "\(count), distribution \(index)"
      )
      #expect(level >= 0.99)
    }
  }

  @Test func `with more values the interval is narrower`() throws {
    var random = SplitMix64(seed: 5)
    let values = (0..<1024).map { _ in random.nextFraction() }
    let widths = try [8, 32, 128, 1024].map { count in
      let interval = try #require(
        ConfidenceInterval(ofMedian: Array(values.prefix(count)), level: 0.99)
      )
      return interval.upper - interval.lower
    }
    #expect(widths == widths.sorted(by: >))
    #expect(widths[3] < 0.1)
  }
}
