import Foundation
import SeededRandom
import Testing

@testable import MemoryAnalysis

/// What sampled blocks stand for.
@Suite struct MemoryAmountTests {
  /// Takes blocks as the library does: at distances of bytes that are distributed exponentially.
  private static func samples(
    _ sizes: [UInt64],
    rate: UInt64,
    _ random: inout SplitMix64
  ) -> MemoryAmount {
    var sum = MemoryAmount()
    func distance() -> Double { -log(1 - random.nextFraction()) * Double(rate) }
    var rest = distance()
    for size in sizes {
      rest -= Double(size)
      guard rest < 0 else { continue }
      sum += MemoryAmount(sampledSize: size, rate: rate)
      rest = distance()
    }
    return sum
  }

  @Test func `a block that is as large as the distance of samples stands for 1.58 blocks`() {
    let amount = MemoryAmount(sampledSize: 1000, rate: 1000)
    #expect(abs(amount.blocks - 1 / (1 - exp(-1))) < 1e-12)
    #expect(abs(amount.bytes - 1000 * amount.blocks) < 1e-9)
    let whole = MemoryAmount(sampledSize: 48, rate: 0)
    #expect(whole.blocks == 1 && whole.bytes == 48 && whole.error == 0 && whole.text == "48 B")
  }

  @Test func `sums of samples are right on average, and so are their errors`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let sizes = (0..<2000).map { _ in UInt64(1) << UInt64(random.next(below: 14)) }
    let (blocks, bytes) = (Double(sizes.count), Double(sizes.reduce(0, +)))
    let count = 2000
    let sums = (0..<count).map { _ in Self.samples(sizes, rate: 4096, &random) }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    func deviation(_ values: [Double]) -> Double {
      let mean = mean(values)
      return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
    }
    for (values, truth) in [(sums.map(\.bytes), bytes), (sums.map(\.blocks), blocks)] {
      // The mean of 2000 is off by five of its errors once in two million seeds.
      let error = deviation(values) / Double(count).squareRoot()
      #expect(abs(mean(values) - truth) < 5 * error, "seed \(seed)")
    }
    let told = mean(sums.compactMap(\.variance)).squareRoot()
    #expect(abs(told / deviation(sums.map(\.bytes)) - 1) < 0.1, "seed \(seed)")
  }

  @Test func `a sum of what was counted and of what was estimated is an estimate`() {
    var sum = MemoryAmount(blocks: 2, bytes: 1_500_000)
    #expect(sum.text == "1.50 MB" && sum.count == "2")
    sum += MemoryAmount(sampledSize: 1000, rate: 1000)
    #expect(sum.text == "1.50 MB ±960 B" && sum.count == "~4")
  }
}
