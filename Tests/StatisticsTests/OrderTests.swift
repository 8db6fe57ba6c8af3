import Statistics
import Testing

struct OrderTests {
  @Test(arguments: zip([[7.0], [3, 1], [5, 1, 3], [4, 1, 3, 2]], [7.0, 2, 3, 2.5]))
  func `the median is the middle value, or the mean of the two`(values: [Double], median: Double) {
    #expect(values.median == median)
  }

  @Test(arguments: [(0.5, 50.0), (0.07, 7), (0.99, 99), (0.991, 100), (0, 1), (1, 100)])
  func `the nearest rank is a value itself, whatever a share is as a Double`(
    share: Double,
    value: Double
  ) {
    #expect((1...100).map(Double.init).reversed().nearestRank(share) == value)
  }

  @Test(arguments: [(0.25, 1), (0.26, 2), (0.5, 2), (0.99, 4), (0.001, 1)])
  func `a percentile is the smallest sample that the share doesn't exceed`(
    _ share: Double,
    _ expected: Double
  ) {
    #expect([3, 1, 4, 2].nearestRank(share) == expected)
  }

  @Test(arguments: [
    (0, 0), (12.345_678, 12.346), (-0.001_234_567, -0.001_234_6), (98_765_432, 98_765_000),
    (99_999.9, 100_000), (1, 1),
  ])
  func `rounding keeps five digits`(value: Double, expected: Double) {
    #expect(value.fiveDigits == expected)
    #expect(expected.fiveDigits == expected)
  }

  @Test func `quantiles are interpolated between the nearest values`() {
    // Position 0.25 * 4 = 1 is a value; 0.1 * 4 = 0.4 lies between 10 and 20.
    let sorted = [10.0, 20, 30, 40, 50]
    #expect(sorted.quantile(0.25) == 20)
    #expect(abs(sorted.quantile(0.1) - 14) < 1e-9)
    #expect(sorted.quantile(0) == 10)
    #expect(sorted.quantile(1) == 50)
  }
}
