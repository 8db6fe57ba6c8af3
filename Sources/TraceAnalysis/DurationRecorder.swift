import Histogram

/// Collects durations: a histogram for the percentiles, and the exact extremes and sum beside it.
struct DurationRecorder {
  /// Above this a duration counts as this much in the percentiles: 2^50 ns, 13 days.
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
}
