import SeededRandom
import Testing

@testable import TraceAnalysis

@Suite struct TimeSeriesTests {
  @Test func `the buckets hold what the obvious sum over the changes gives`() {
    let seed = RandomHistories.seed
    var generator = SplitMix64(seed: seed)
    for length in [1, 10, 1000, 100_000] as [Int64] {
      var time: Int64 = 1000
      var changes = [(time: time, value: Int64(3))]
      var series = TimeSeries(3, at: time)
      for _ in 0..<200 {
        time += Int64.random(in: 0...length, using: &generator)
        let value = Int64.random(in: -5...50, using: &generator)
        changes.append((time, value))
        series.set(value, at: time)
      }
      let end = time + length
      let width = series.width(until: end)
      for bucket in series.buckets(until: end) {
        let upper = min(bucket.time + width, end)
        var integral = 0.0
        var maximum = Int64.min
        for (index, change) in changes.enumerated() {
          let next = index + 1 < changes.count ? changes[index + 1].time : end
          let from = max(change.time, bucket.time)
          let to = min(next, upper)
          if to > from { integral += Double(change.value) * Double(to - from) }
          let isSetHere = change.time >= bucket.time && change.time < bucket.time + width
          if to > from || isSetHere { maximum = max(maximum, change.value) }
        }
        #expect(abs(bucket.mean - integral / Double(upper - bucket.time)) < 1e-6, "seed \(seed)")
        #expect(bucket.maximum == maximum, "seed \(seed)")
      }
    }
  }

  @Test func `a trace of a month has as many buckets as any`() {
    var series = TimeSeries(1, at: 0)
    let month: Int64 = 30 * 24 * 3600 * 1_000_000_000
    series.set(2, at: month)
    let buckets = series.buckets(until: month + 1)
    #expect((256...512).contains(buckets.count))
    #expect(buckets.first?.mean == 1)
    #expect(buckets.last?.maximum == 2)
  }

  @Test func `a value at one moment only is a bucket`() {
    let buckets = TimeSeries(7, at: 5).buckets(until: 5)
    #expect(buckets.map(\.maximum) == [7])
    #expect(buckets.map(\.mean) == [7])
  }

  @Test func `a line of blocks is as high as the curve`() {
    let curve = TimeCurve(name: "", begin: 0, step: 10, means: [0, 1, 2, 4], maxima: [0, 1, 2, 4])
    #expect(curve.sparkline(columns: 4, from: 0, to: 40) == " ▂▄█")
    #expect(curve.sparkline(columns: 2, from: 0, to: 80) == "█")
    #expect(curve.sparkline(columns: 8, from: -40, to: 40) == "     ▂▄█")
    #expect(curve.sparkline(columns: 4, from: 0, to: 0) == "")
  }
}
