import SeededRandom
import Testing

@testable import BenchmarkReport
@testable import Statistics

@Suite(.timeLimit(.minutes(30)))
struct ChangePointDetectorTests {
  private let counts = HistoryMetric.instructions.detector
  private let ratios = HistoryMetric.ratio.detector

  /// What counts repeat to: 0.0006 %.
  private let countNoise = 6e-6

  private func indices(_ values: [Double], _ detector: ChangePointDetector) -> [Int] {
    detector.changePoints(in: values).map(\.index)
  }

  @Test(arguments: [2, 3, 4, 7, 12]
  )
  func `nine steps of 0.4 % in counts are found, each at its commit`(commitsPerLevel: Int) {
    var levels = [1000.0]
    for _ in 1...9 { levels.append((levels.last ?? 0) * 1.004) }
    var generator = SeriesGenerator(seed: 9)
    for _ in 0..<20 {
      let values = generator.series(levels: levels, commits: commitsPerLevel, noise: countNoise)
      let points = counts.changePoints(in: values)
      #expect(points.map(\.index) == (1...9).map { $0 * commitsPerLevel })
      #expect(points.allSatisfy { abs($0.change - 0.004) < 0.0001 })
      #expect(points.allSatisfy { $0.probability < 1e-6 })
    }
  }

  @Test
  func `a step of 3 % in ratios with 2 % noise is found in most series after 30 commits`() {
    var generator = SeriesGenerator(seed: 3)
    var found: [Int: Int] = [:]
    for commits in [10, 30] {
      for _ in 0..<200 {
        let values =
          generator.series(levels: [2], commits: 40, noise: 0.02)
          + generator.series(levels: [2.06], commits: commits, noise: 0.02)
        let points = ratios.changePoints(in: values)
        if points.contains(where: { abs($0.index - 40) <= 5 && $0.change > 0.02 }) {
          found[commits, default: 0] += 1
        }
      }
    }
    // With fewer commits fewer: that is what not crying wolf costs.
    #expect((50...90).contains(found[10, default: 0]), "\(found)")
    #expect((170...200).contains(found[30, default: 0]), "\(found)")
  }

  /// Published in the documentation of the detector: keep them the same.
  @Test(arguments: [
    (metric: HistoryMetric.instructions, noise: 6e-6, isLaplace: false, most: 0),
    (metric: HistoryMetric.ratio, noise: 0.02, isLaplace: false, most: 1),
    (metric: HistoryMetric.ratio, noise: 0.02, isLaplace: true, most: 3),
    (metric: HistoryMetric.instructions, noise: 0.02, isLaplace: false, most: 1),
  ]
  )
  func `of a thousand series that do not change, few have a change point`(
    metric: HistoryMetric,
    noise: Double,
    isLaplace: Bool,
    most: Int
  ) {
    var generator = SeriesGenerator(seed: 1)
    var alarms = 0
    for _ in 0..<(TestTier.isCheck ? 1000 : 100) {
      let values = generator.series(
        levels: [1000],
        commits: 40,
        noise: noise,
        isLaplace: isLaplace
      )
      if !metric.detector.changePoints(in: values).isEmpty { alarms += 1 }
    }
    #expect(alarms <= most)
  }

  @Test(arguments: [0.0, 0.1, 12, 1e12])
  func `a series that is always the same has no change point`(value: Double) {
    for metric in [HistoryMetric.instructions, .ratio, .memory, .wall] {
      for count in [0, 1, 2, 3, 4, 5, 60] {
        #expect(indices(Array(repeating: value, count: count), metric.detector) == [])
      }
    }
  }

  @Test
  func `one outlier is no change, wherever it is, in a constant series or a noisy one`() {
    var generator = SeriesGenerator(seed: 4)
    var alarms = 0
    for count in [4, 5, 9, 30] {
      for position in 0..<count {
        for factor in [0.5, 1.01, 1.5, 40] {
          for detector in [counts, ratios] {
            var values = Array(repeating: 100.0, count: count)
            values[position] *= factor
            #expect(indices(values, detector) == [], "\(factor) at \(position) of \(count)")
            values = generator.series(levels: [100], commits: count, noise: countNoise)
            values[position] *= factor
            if !indices(values, detector).isEmpty { alarms += 1 }
          }
        }
      }
    }
    #expect(alarms == 0)
  }

  @Test
  func `a level is told without its outlier`() {
    let values = [73, 3271.7] + Array(repeating: 72.0, count: 10)
    let points = counts.changePoints(in: values)
    #expect(points.map(\.index) == [2])
    #expect(points.first?.before == 73)
  }

  @Test
  func `an outlier does not hide the changes around it`() {
    // Instructions of a dispatch in this repository's history, one commit of which was a mistake.
    let values = [
      39.001, 3268.0135, 53.0014, 54.0005, 62.0017, 62.0032, 62.0012, 119.002, 119.0003, 119.0037,
      99.0006, 99.0031, 99.0009,
    ]
    #expect(indices(values, counts) == [4, 7, 10])
    // With the level before it, and another step soon after.
    let longer = [
      39.0035, 40.9999, 3268.0279, 41.0011, 53.0002, 54.0005, 54.0002, 62.0039, 62.0043, 61.9982,
      118.9999, 119.0007, 119.0013, 119.0002, 99.4332, 99.0003,
    ]
    #expect(indices(longer, counts) == [4, 7, 10, 14])
  }

  @Test
  func `a bump that was soon mended is two changes`() {
    var generator = SeriesGenerator(seed: 5)
    let values =
      generator.series(levels: [100], commits: 20, noise: countNoise)
      + generator.series(levels: [100.4], commits: 3, noise: countNoise)
      + generator.series(levels: [100], commits: 20, noise: countNoise)
    #expect(indices(values, counts) == [20, 23])
  }

  @Test
  func `the newest commit is a change when a second one has confirmed it`() {
    let values = Array(repeating: 100.0, count: 10) + [110]
    #expect(indices(values, counts) == [])
    #expect(indices(values + [110], counts) == [10])
  }

  @Test
  func `what was zero and is something now is a change without a measure`() {
    let points = counts.changePoints(in: [0, 0, 0, 0, 1, 1, 1])
    #expect(points.map(\.index) == [4])
    #expect(points.first?.change == .infinity)
    // Amortized growth of a table is nothing that was added.
    #expect(indices([0, 0, 0, 0, 0.003, 0.003, 0.003], counts) == [])
  }

  @Test
  func `changes that are too small to matter are left out`() {
    let values = Array(repeating: 1000.0, count: 10) + Array(repeating: 1000.9, count: 10)
    #expect(indices(values, counts) == [])
    #expect(indices(values.map { $0 > 1000 ? 1001.1 : $0 }, counts) == [10])
  }

  @Test
  func `series longer than a window are searched to their end, and the same each time`() {
    var generator = SeriesGenerator(seed: 6)
    let levels = [100.0, 101, 100, 102, 105]
    let values = generator.series(levels: levels, commits: 73, noise: countNoise)
    let points = counts.changePoints(in: values)
    #expect(points.map(\.index) == [73, 146, 219, 292])
    #expect(counts.changePoints(in: values) == points)
    for (point, level) in zip(points, levels.dropFirst()) {
      #expect(abs(point.after - level) < 0.01)
    }
  }

  @Test
  func `small steps far from zero are found where they are`() {
    var generator = SeriesGenerator(seed: 8)
    let noise = generator.series(levels: [1], commits: 20, noise: 0.1)
    let values = noise.enumerated().map { 1e9 + ($0.offset < 10 ? 0 : 1) + $0.element }
    #expect(indices(values, ChangePointDetector()) == [10])
  }

  @Test
  func `a split is first made where it explains most, not where few values are far away`() {
    let levels: [(value: Double, count: Int)] = [(0, 20), (1, 20), (3, 2)]
    let values = levels.flatMap { Array(repeating: $0.value, count: $0.count) }
    let split = DivisiveSplit(values: values, range: 0..<values.count, detector: counts)
    #expect(split.splits() == [20, 40])
  }

  @Test
  func `a series turned over has its changes turned over`() {
    var generator = SeriesGenerator(seed: 7)
    let values = generator.series(levels: [200, 210, 190], commits: 15, noise: 0.005)
    let points = ratios.changePoints(in: values)
    let turned = ratios.changePoints(in: values.map { 400 - $0 })
    #expect(points.map(\.index) == [15, 30])
    #expect(turned.map(\.index) == [15, 30])
    #expect(zip(points, turned).allSatisfy { ($0.change < 0) != ($1.change < 0) })
  }
}
