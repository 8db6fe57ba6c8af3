/// Splits a window of a series where the energy distance between the parts is largest.
///
/// Source: Matteson and James (2014), 2.2 and 2.3, with the exponent 1.
struct DivisiveSplit {
  private let values: [Double]
  private let range: Range<Int>
  private let detector: ChangePointDetector
  /// The sum of the distances between any two values of *i*..<*j*, at *i* · (count + 1) + *j*.
  private let distances: [Double]

  /// - Complexity: O(*w*²) time and memory, *w* being the number of values in the range.
  init(values: [Double], range: Range<Int>, detector: ChangePointDetector) {
    self.values = values
    self.range = range
    self.detector = detector
    let count = range.count
    var distances = Array(repeating: 0.0, count: (count + 1) * (count + 1))
    for end in 0..<count {
      // From the value before the last one down, each start adds one distance to the last.
      var toLast = 0.0
      for start in stride(from: end - 1, through: 0, by: -1) {
        toLast += abs(values[range.lowerBound + start] - values[range.lowerBound + end])
        let row = start * (count + 1)
        distances[row + end + 1] = distances[row + end] + toLast
      }
    }
    self.distances = distances
  }

  /// Splits the window, and the parts again, as long as the parts differ at all.
  ///
  /// - Returns: The indices in the series where parts begin, in no order.
  /// - Complexity: O(*w*²) for each split.
  func splits() -> [Int] {
    var found: [Int] = []
    var pending = [0..<range.count]
    while let part = pending.popLast() {
      guard let split = split(part) else { continue }
      found.append(range.lowerBound + split)
      pending.append(part.lowerBound..<split)
      pending.append(split..<part.upperBound)
    }
    return found
  }

  private func split(_ part: Range<Int>) -> Int? {
    let shortest = ChangePointDetector.shortestLevel
    guard part.count >= 2 * shortest else { return nil }
    var best: (index: Int, end: Int, distance: Double)?
    for index in part.lowerBound + shortest...part.upperBound - shortest {
      for end in index + shortest...part.upperBound {
        let distance = energyDistance(part.lowerBound..<index, index..<end)
        if distance > best?.distance ?? 0 { best = (index, end, distance) }
      }
    }
    guard let best else { return nil }
    let base = range.lowerBound
    let test = LevelTest(
      values[base + part.lowerBound..<base + best.index],
      values[base + best.index..<base + best.end],
      detector: detector
    )
    return test.probability() < detector.weakSignificance ? best.index : nil
  }

  /// The energy distance of two neighbouring parts, weighted by their sizes.
  private func energyDistance(_ left: Range<Int>, _ right: Range<Int>) -> Double {
    let m = Double(left.count)
    let n = Double(right.count)
    let withinLeft = sum(left)
    let withinRight = sum(right)
    let between = sum(left.lowerBound..<right.upperBound) - withinLeft - withinRight
    let distance =
      2 * between / (m * n) - withinLeft / (m * (m - 1) / 2) - withinRight / (n * (n - 1) / 2)
    return distance * m * n / (m + n)
  }

  private func sum(_ part: Range<Int>) -> Double {
    distances[part.lowerBound * (range.count + 1) + part.upperBound]
  }
}

/// Moves single values far outside their neighbours to the nearer neighbour.
///
/// A level has at least two values, so no level is lost: the second value of one is next to the first. Otherwise one commit that was
/// measured under load, or mended by its successor, would make the variance of its level so large that it hides the changes around it.
package struct SpikeFilter {
  /// The distance that counts as far, in standard deviations: in normal noise such a value is rare.
  private static let distance = 4.0

  private static let neighbours = 2

  /// Fewer values can't show what is far.
  private static let shortestSeries = 8

  let detector: ChangePointDetector

  package init(detector: ChangePointDetector) { self.detector = detector }

  /// - Complexity: O(*n* log *n*), *n* being the number of values.
  package func filtered(_ values: [Double]) -> [Double] {
    guard values.count >= Self.shortestSeries else { return values }
    let steps = zip(values, values.dropFirst()).map { abs($1 - $0) }
    // In normal noise the median of such a step is 0.6745 times the square root of 2 its deviation.
    let ownNoise = steps.median / 0.953_87
    return values.indices.map { index in
      let before = values[max(0, index - Self.neighbours)..<index]
      let after = values[index + 1..<min(values.count, index + 1 + Self.neighbours)]
      let beside = before + after
      guard let low = beside.min(), let high = beside.max() else { return values[index] }
      let known = detector.noise(atLevel: (low + high) / 2) ?? 0
      let margin = Self.distance * max(ownNoise, known)
      let value = values[index]
      guard value > high + margin || value < low - margin else { return value }
      // Only the direct neighbours, as one further on may be of the next level. At the ends there is only one, which may itself be a spike.
      guard let last = before.last, let first = after.first else {
        return value > high ? high : low
      }
      return abs(last - value) < abs(first - value) ? last : first
    }
  }
}
