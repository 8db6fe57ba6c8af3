import Histogram
import TraceReading

struct MeasurementRecorder {
  /// The histogram's unit: it keeps three decimals of values that aren't negative.
  private static let scale = 1000.0

  private(set) var count: UInt64 = 0
  private(set) var total = 0.0
  private(set) var minimum = Double.infinity
  private(set) var maximum = -Double.infinity
  private var durations = DurationRecorder()

  mutating func record(_ value: Double) {
    // It has no order and no sum: it counts only as an event.
    guard value.isFinite else { return }
    count += 1
    total += value
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    durations.record(UInt64(clamping: Int64(min(max(value, 0) * Self.scale, 0x1p60))))
  }

  var mean: Double? { count > 0 ? total / Double(count) : nil }

  /// The value that `percentile` per cent don't exceed, to three digits; `nil` if some are negative.
  func value(atPercentile percentile: Double) -> Double? {
    guard count > 0, minimum >= 0 else { return nil }
    return durations.value(atPercentile: percentile).map {
      min(max(Double($0) / Self.scale, minimum), maximum)
    }
  }
}

/// The points and measurements of a trace, by name.
struct NamedValues {
  private struct Key: Hashable {
    let name: TraceSymbol
    let subsystem: TraceSymbol
    let category: TraceSymbol
  }

  private var points: [Key: UInt64] = [:]
  private var measurements: [Key: MeasurementRecorder] = [:]

  mutating func countPoint(_ name: TraceSymbol, _ subsystem: TraceSymbol, _ category: TraceSymbol) {
    points[Key(name: name, subsystem: subsystem, category: category), default: 0] += 1
  }

  mutating func record(
    _ value: Double,
    _ name: TraceSymbol,
    _ subsystem: TraceSymbol,
    _ category: TraceSymbol
  ) {
    let key = Key(name: name, subsystem: subsystem, category: category)
    measurements[key, default: MeasurementRecorder()].record(value)
  }

  func pointCounts(_ catalog: TraceCatalog) -> [PointCount] {
    points.map { key, count in
      PointCount(
        name: catalog.string(key.name),
        subsystem: catalog.string(key.subsystem),
        category: catalog.string(key.category),
        count: count
      )
    }
    .sorted {
      ($0.count, $1.name, $1.subsystem, $1.category)
        > ($1.count, $0.name, $0.subsystem, $0.category)
    }
  }

  func measurementSummaries(_ catalog: TraceCatalog) -> [MeasurementSummary] {
    measurements.compactMap { key, values in
      guard let mean = values.mean else { return nil }
      return MeasurementSummary(
        name: catalog.string(key.name),
        subsystem: catalog.string(key.subsystem),
        category: catalog.string(key.category),
        count: values.count,
        mean: mean,
        minimum: values.minimum,
        p50: values.value(atPercentile: 50),
        p90: values.value(atPercentile: 90),
        p99: values.value(atPercentile: 99),
        maximum: values.maximum
      )
    }
    .sorted { ($0.name, $0.subsystem, $0.category) < ($1.name, $1.subsystem, $1.category) }
  }
}
