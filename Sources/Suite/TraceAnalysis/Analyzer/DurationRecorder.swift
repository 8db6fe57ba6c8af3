import Histogram

/// Collects durations: a histogram for the percentiles, and the exact extremes and sum.
struct DurationRecorder {
  /// Longer durations count as this one in the percentiles: 2^50 ns, 13 days.
  private static let highestRecorded: UInt64 = 1 << 50

  private(set) var count: UInt64 = 0
  private(set) var total: UInt64 = 0
  private(set) var minimum = UInt64.max
  private(set) var maximum: UInt64 = 0
  private var histogram: Histogram<UInt32>

  init() {
    histogram = Histogram(numberOfSignificantValueDigits: .three)
    histogram.autoResize = true
  }

  mutating func record(_ nanoseconds: UInt64) {
    count += 1
    total = total.addingReportingOverflow(nanoseconds).overflow ? .max : total + nanoseconds
    minimum = min(minimum, nanoseconds)
    maximum = max(maximum, nanoseconds)
    histogram.record(min(nanoseconds, Self.highestRecorded))
  }

  /// Returns the duration that `percentile` per cent of the durations don't exceed, to three digits;
  /// `nil` if there are none.
  func value(atPercentile percentile: Double) -> Int64? {
    guard count > 0 else { return nil }
    // A bucket of the histogram reaches beyond the durations in it.
    let value = histogram.valueAtPercentile(percentile)
    return Int64(clamping: Swift.min(Swift.max(value, minimum), maximum))
  }

  /// The number of durations in each bucket that isn't empty: four buckets to a doubling, with their upper bounds.
  func buckets() -> [(upperBound: Int64, count: UInt64)] {
    var buckets: [(upperBound: Int64, count: UInt64)] = []
    for item in histogram.recordedValues() {
      let bound = Self.upperBound(of: histogram.lowestEquivalentForValue(item.value))
      if buckets.last?.upperBound == bound {
        buckets[buckets.count - 1].count += UInt64(item.count)
      } else {
        buckets.append((bound, UInt64(item.count)))
      }
    }
    return buckets
  }

  private static func upperBound(of value: UInt64) -> Int64 {
    guard value > 4 else { return Int64(value) }
    // The leading bit and the two after it: steps of a quarter of a doubling.
    let shift = UInt64(61 - value.leadingZeroBitCount)
    return Int64(clamping: ((value - 1) >> shift + 1) << shift)
  }
}
