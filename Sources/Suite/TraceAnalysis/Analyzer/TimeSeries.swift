/// A quantity over the time of a whole trace, whose length is unknown until its end.
///
/// Has a fixed number of buckets: when they are used up, each two become one of twice the width.
///
/// Complexity: O(1) a change on average; 8 KB.
struct TimeSeries {
  /// The part of the time that one bucket covers.
  struct Bucket {
    /// When it begins, in nanoseconds since the Unix epoch.
    let time: Int64
    /// The mean in it, weighted by time.
    let mean: Double
    /// The greatest value in it.
    let maximum: Int64
  }

  private static let bucketCount = 512

  private let origin: Int64
  /// The width of a bucket is two to the power of this, in nanoseconds: a change finds its bucket without a division.
  private var shift: Int64 = 4
  private var width: Int64 { 1 << shift }
  private var value: Int64
  private var lastTime: Int64
  /// The sum of the values, each times the nanoseconds for which it held.
  private var integrals = Array(repeating: 0.0, count: bucketCount)
  private var maxima = Array(repeating: Int64.min, count: bucketCount)

  init(_ value: Int64, at time: Int64) {
    origin = time
    lastTime = time
    self.value = value
    maxima[0] = value
  }

  /// Takes a new value.
  mutating func set(_ newValue: Int64, at time: Int64) {
    settle(until: time)
    value = newValue
    let bucket = bucket(at: time)
    maxima[bucket] = max(maxima[bucket], newValue)
  }

  /// How wide the buckets are until `end`, in nanoseconds.
  func width(until end: Int64) -> Int64 { settled(until: end).width }

  /// The buckets from the first value to `end`.
  func buckets(until end: Int64) -> [Bucket] {
    let series = settled(until: end)
    // A last bucket of no duration means nothing.
    let last = Int(max(series.lastTime - origin - 1, 0) / series.width)
    return (0...last).map { index in
      let start = origin + Int64(index) * series.width
      let duration = min(series.width, series.lastTime - start)
      return Bucket(
        time: start,
        mean: duration > 0
          ? series.integrals[index] / Double(duration) : Double(series.maxima[index]),
        maximum: series.maxima[index]
      )
    }
  }

  private func bucket(at time: Int64) -> Int { Int((time - origin) >> shift) }

  private func settled(until end: Int64) -> TimeSeries {
    var series = self
    series.settle(until: max(end, lastTime))
    return series
  }

  private mutating func settle(until time: Int64) {
    while bucket(at: time) >= Self.bucketCount { widen() }
    while lastTime < time {
      let bucket = bucket(at: lastTime)
      let end = min(time, origin + Int64(bucket + 1) * width)
      integrals[bucket] += Double(value) * Double(end - lastTime)
      maxima[bucket] = max(maxima[bucket], value)
      lastTime = end
    }
  }

  private mutating func widen() {
    for index in 0..<Self.bucketCount / 2 {
      integrals[index] = integrals[2 * index] + integrals[2 * index + 1]
      maxima[index] = max(maxima[2 * index], maxima[2 * index + 1])
    }
    for index in Self.bucketCount / 2..<Self.bucketCount {
      integrals[index] = 0
      maxima[index] = .min
    }
    shift += 1
  }
}
