import Glibc
import SeededRandom

@testable import BenchmarkHistory

/// Random series that are the same in each run.
struct SeriesGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// A number in 0..<1.
  mutating func uniform() -> Double {
    Double(generator.next() >> 11) * 0x1p-53
  }

  /// Normal by the method of Box and Muller.
  mutating func normal() -> Double {
    (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
  }

  /// Laplace, with the standard deviation 1: more far values than the normal distribution has.
  mutating func laplace() -> Double {
    let value = uniform() - 0.5
    return (value < 0 ? 1 : -1) * log(1 - 2 * abs(value)) / 2.squareRoot()
  }

  /// Values around levels.
  mutating func series(
    levels: [Double],
    commits: Int,
    noise: Double,
    isLaplace: Bool = false
  ) -> [Double] {
    levels.flatMap { level in
      (0..<commits).map { _ in
        level * (1 + noise * (isLaplace ? laplace() : normal()))
      }
    }
  }
}
