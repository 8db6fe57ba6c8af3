import Histogram

/// The values of one measurement.
struct MeasurementRecorder {
  /// The histogram's unit: three decimals are kept, of what isn't negative.
  private static let scale = 1000.0

  private(set) var count: UInt64 = 0
  private(set) var total = 0.0
  private(set) var minimum = Double.infinity
  private(set) var maximum = -Double.infinity
  private var durations = DurationRecorder()

  mutating func record(_ value: Double) {
    // No order, no sum: it is in the count of the events only.
    guard value.isFinite else { return }
    count += 1
    total += value
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    durations.record(UInt64(clamping: Int64(min(max(value, 0) * Self.scale, 0x1p60))))
  }

  var mean: Double? { count > 0 ? total / Double(count) : nil }

  /// The value that `percentile` per cent don't exceed, to three digits; `nil` where some are negative.
  func value(atPercentile percentile: Double) -> Double? {
    guard count > 0, minimum >= 0 else { return nil }
    return durations.value(atPercentile: percentile).map {
      min(max(Double($0) / Self.scale, minimum), maximum)
    }
  }
}
