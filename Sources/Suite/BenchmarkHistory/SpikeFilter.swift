/// Draws single values that lie far outside of what is beside them in to the nearer neighbour.
///
/// A level has two values at least, so no level is lost: the second value of one is beside the first.
/// One commit that was measured while something else ran, or whose successor mended it, would else make
/// the variance of its level so large that the changes around it are within it.
struct SpikeFilter {
  /// How many standard deviations outside is far: of normal noise, such a value is rare.
  private static let distance = 4.0

  private static let neighbours = 2

  /// Fewer values don't tell how far is far.
  private static let shortestSeries = 8

  let detector: ChangePointDetector

  /// - Complexity: O(*n* log *n*), *n* being the number of values.
  func filtered(_ values: [Double]) -> [Double] {
    guard values.count >= Self.shortestSeries else { return values }
    let steps = zip(values, values.dropFirst()).map { abs($1 - $0) }
    // Of normal noise the median of such a step is 0.6745 times the square root of 2 its deviation.
    let ownNoise = ChangePointDetector.median(steps) / 0.953_87
    return values.indices.map { index in
      let before = values[max(0, index - Self.neighbours)..<index]
      let after = values[index + 1..<min(values.count, index + 1 + Self.neighbours)]
      let beside = before + after
      guard let low = beside.min(), let high = beside.max() else { return values[index] }
      let known = detector.noise(atLevel: (low + high) / 2) ?? 0
      let margin = Self.distance * max(ownNoise, known)
      let value = values[index]
      guard value > high + margin || value < low - margin else { return value }
      // What stands directly beside it: one further on may be of the next level. At the ends only one
      // does, which may itself be a spike.
      guard let last = before.last, let first = after.first else {
        return value > high ? high : low
      }
      return abs(last - value) < abs(first - value) ? last : first
    }
  }
}
