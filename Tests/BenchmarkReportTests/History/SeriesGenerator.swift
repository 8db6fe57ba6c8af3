import Glibc
import SeededRandom

/// Random series that are the same in each run.
struct SeriesGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// Laplace, with the standard deviation 1: more far values than the normal distribution has.
  mutating func laplace() -> Double {
    let value = generator.nextFraction() - 0.5
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
        level * (1 + noise * (isLaplace ? laplace() : generator.nextNormal()))
      }
    }
  }
}
