/// Finds where a series of measurements, commit by commit, changes its level.
///
/// 1. Single values far from their neighbours are moved towards them, since a mean and a variance do not survive them.
/// 2. The series is split, top down, where the energy distance between left and right is largest (E-divisive). Both ends of the right part
///    are free, so that a bump that was soon mended doesn't hide in the rest. A split needs only a weak significance. Windows of
///    ``windowLength`` values are split one after the other, half overlapping, so that the cost is linear and distant values don't matter.
/// 3. The weakest change points are removed, bottom up, until each of the rest is significant between its neighbours and large enough, and
///    is where the two levels differ most.
///
/// Significance is by Student's *t* test, as in Hunter, and not by random permutations: it gives the same answer each time, and from few
/// values. Two things are added. The test considers the known noise of the metric, so that two values that happen to be equal don't count
/// as noiseless. And a change has to be significant without any one of its values, so that one outlier is no change; the newest commit is
/// thus never one until a second confirms it.
///
/// In 20,000 random series without a change, of 40 and of 100 commits, with the detectors of `HistoryMetric`, there was a change point in
/// none of counts with the 0.0006 % that counts repeat to; in 0.04 and 0.14 % of ratios with 2 % of normal noise, 0.11 and 0.17 % with that
/// of Laplace; and in 0.14 and 0.18 % of counts with 2 %, which threads can give them. Nine steps of 0.4 % in counts are found from two
/// commits a step on. A step of 3 % in ratios with 2 % noise, after 40 commits without, is found in a third of the series after 10 commits
/// and in nine of ten after 30.
///
/// Source: Matteson, James, A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, JASA 109 (2014); Fleming,
/// Kolaczkowski, Kumar, Das, McCarthy, Pattabhiraman, Ingo, Hunter: Using Change Point Detection to Hunt for Performance Regressions, ICPE
/// 2023; the known noise as in Smyth, Linear Models and Empirical Bayes Methods, SAGMB 3 (2004).
package struct ChangePointDetector: Equatable, Sendable {
  /// The number of values in a window.
  package var windowLength = 50

  /// The probability, without a change, up to which a split is considered.
  package var weakSignificance = 0.05

  /// The probability, without a change, up to which a change point is kept.
  package var significance = 1e-4

  /// The smallest change that matters, as a part of the level: 0.001 is 0.1 %.
  package var minimumChange = 0.0

  /// The smallest difference that matters, in the unit of the values.
  package var minimumDifference = 0.0

  /// The standard deviation of repeated measurements, as a part of the level; `nil` if unknown, so that only the values count.
  package var knownNoise: Double?

  /// The weight of the known noise, in values, against the noise of the values themselves.
  static let knownNoiseWeight = 4.0

  /// Fewer values are an outlier, not a level.
  static let shortestLevel = 2

  /// Shorter series have no change points.
  package static let shortestSeries = 2 * shortestLevel

  package init() {}

  /// Finds the change points of a series.
  ///
  /// - Parameter values: One value a commit, in the order of the commits; all finite.
  /// - Returns: The change points in order; none of fewer than four values.
  /// - Complexity: O(*n* · *w*) time for *n* values in windows of *w* with few changes, O(*n* · *w* ·
  ///   *k*) with *k* in each window, and O(*n* + *w*²) memory.
  package func changePoints(in values: [Double]) -> [ChangePoint] {
    precondition(values.allSatisfy(\.isFinite), "a value is not finite")
    precondition(windowLength >= 4, "the window of \(windowLength) is shorter than 4")
    guard values.count >= Self.shortestSeries else { return [] }
    let smooth = SpikeFilter(detector: self).filtered(values)
    return strongChangePoints(in: smooth, among: weakChangePoints(in: smooth))
  }

  /// The indices where a level may begin.
  private func weakChangePoints(in values: [Double]) -> [Int] {
    var found: Set<Int> = []
    var start = 0
    while true {
      let end = min(start + windowLength, values.count)
      let splits = DivisiveSplit(values: values, range: start..<end, detector: self).splits()
      found.formUnion(splits)
      if end == values.count { return found.sorted() }
      start = max(splits.max() ?? 0, start + windowLength / 2)
    }
  }

  /// Removes the weakest change point as long as it is not good enough.
  private func strongChangePoints(in values: [Double], among indices: [Int]) -> [ChangePoint] {
    var bounds = [0] + indices + [values.count]
    /// One for each bound but the first and the last.
    var points: [ChangePoint?] = Array(repeating: nil, count: bounds.count)
    while bounds.count > 2 {
      for index in 1..<bounds.count - 1 where points[index] == nil {
        points[index] = point(
          values,
          from: bounds[index - 1],
          at: bounds[index],
          to: bounds[index + 1]
        )
      }
      let candidates = points.enumerated().compactMap { position, point in
        point.map { (position: position, point: $0) }
      }
      let weakest = candidates.max {
        ($0.point.probability, -magnitude($0.point)) < ($1.point.probability, -magnitude($1.point))
      }
      let smallest = candidates.filter { !isLargeEnough($0.point) }.min {
        magnitude($0.point) < magnitude($1.point)
      }
      guard let weakest else { return [] }
      let removed: Int
      if weakest.point.probability > significance {
        removed = weakest.position
      } else if let smallest {
        removed = smallest.position
      } else if relocate(&bounds, in: values) {
        // A weak split did not find the best place; its neighbours are tested again.
        points = Array(repeating: nil, count: bounds.count)
        continue
      } else {
        return candidates.map(\.point)
      }
      bounds.remove(at: removed)
      points.remove(at: removed)
      // Its neighbours are next to others now.
      points[removed - 1] = nil
      points[removed] = nil
    }
    return []
  }

  /// Moves each bound to where its two neighbours differ most, by least squares.
  ///
  /// It terminates: each move reduces the sum of the squared distances from the levels.
  ///
  /// - Returns: Whether one was moved.
  private func relocate(_ bounds: inout [Int], in values: [Double]) -> Bool {
    var hasMoved = false
    for index in 1..<bounds.count - 1 {
      let part = values[bounds[index - 1]..<bounds[index + 1]]
      let best = Self.leastSquaresSplit(of: part, near: bounds[index])
      if best != bounds[index] {
        bounds[index] = best
        hasMoved = true
      }
    }
    return hasMoved
  }

  private static func leastSquaresSplit(of part: ArraySlice<Double>, near current: Int) -> Int {
    let center = part[part.startIndex]
    let total = part.reduce(0) { $0 + ($1 - center) }
    func explained(_ sum: Double, count: Int) -> Double {
      let rest = total - sum
      return sum * sum / Double(count) + rest * rest / Double(part.count - count)
    }
    var sum = 0.0
    let first = part.startIndex + shortestLevel
    let last = part.endIndex - shortestLevel
    var explainedByIndex: [Double] = []
    for index in part.startIndex..<last {
      if index >= first {
        explainedByIndex.append(explained(sum, count: index - part.startIndex))
      }
      sum += part[index] - center
    }
    explainedByIndex.append(explained(sum, count: last - part.startIndex))
    guard let best = explainedByIndex.max(), (first...last).contains(current) else {
      return current
    }
    // Without a real gain it stays, or rounding could move it to and fro.
    guard best > explainedByIndex[current - first] * (1 + 1e-9) else { return current }
    return first + (explainedByIndex.firstIndex(of: best) ?? 0)
  }

  private func magnitude(_ point: ChangePoint) -> Double { abs(point.change) }

  private func isLargeEnough(_ point: ChangePoint) -> Bool {
    magnitude(point) >= minimumChange && abs(point.after - point.before) >= minimumDifference
  }

  private func point(
    _ values: [Double],
    from start: Int,
    at index: Int,
    to end: Int
  )
    -> ChangePoint
  {
    let left = values[start..<index]
    let right = values[index..<end]
    return ChangePoint(
      index: index,
      before: left.median,
      after: right.median,
      probability: LevelTest(left, right, detector: self).probabilityWithoutAnyOne()
    )
  }

  /// The known standard deviation at a level.
  func noise(atLevel level: Double) -> Double? {
    knownNoise.map { max($0 * abs(level), minimumDifference / 100) }
  }
}

/// A place in a series where its level changes.
package struct ChangePoint: Equatable, Sendable {
  /// The index of the first value of the new level.
  package let index: Int

  /// The median of the values from the change point before to this one, without outliers.
  package let before: Double

  /// The median of the values from this change point to the next, without outliers.
  package let after: Double

  /// The probability of such a difference between two parts of a series without a change; not corrected for the number of places where it
  /// could have been found.
  package let probability: Double

  /// The change as a part of the level before: 0.05 is 5 % more; infinite from a level of 0.
  package var change: Double {
    if after == before { return 0 }
    return before == 0 ? (after > 0 ? .infinity : -.infinity) : (after - before) / abs(before)
  }
}
