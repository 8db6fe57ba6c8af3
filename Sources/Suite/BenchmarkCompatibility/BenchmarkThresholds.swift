/// Tolerances of a comparison, by percentile; accepted without effect, because `hamon gate` compares.
public struct BenchmarkThresholds: Sendable, Equatable {
  /// A tolerance in percent.
  public typealias RelativeThreshold = Double
  /// A tolerance in the unit of the metric.
  public typealias AbsoluteThreshold = Int
  /// Tolerances in percent.
  public typealias RelativeThresholds = [BenchmarkResult.Percentile: RelativeThreshold]
  /// Tolerances in the unit of the metric.
  public typealias AbsoluteThresholds = [BenchmarkResult.Percentile: AbsoluteThreshold]

  /// The tolerances in percent.
  public let relative: RelativeThresholds
  /// The tolerances in the unit of the metric.
  public let absolute: AbsoluteThresholds

  /// Creates tolerances.
  public init(
    relative: RelativeThresholds = Relative.none,
    absolute: AbsoluteThresholds = Absolute.none
  ) {
    self.relative = relative
    self.absolute = absolute
  }

  /// Ready tolerances in percent.
  public enum Relative {
    /// No difference.
    public static var strict: RelativeThresholds {
      [.p25: 0, .p50: 0, .p75: 0, .p90: 0, .p99: 0]
    }
    /// Five percent in the middle.
    public static var `default`: RelativeThresholds { [.p25: 5, .p50: 5, .p75: 5] }
    /// A quarter of the median.
    public static var relaxed: RelativeThresholds { [.p50: 25] }
    /// Any difference.
    public static var none: RelativeThresholds { [:] }
  }

  /// Ready tolerances in the unit of the metric.
  public enum Absolute {
    /// No difference.
    public static var strict: AbsoluteThresholds {
      [.p0: 0, .p25: 0, .p50: 0, .p75: 0, .p90: 0, .p99: 0]
    }
    /// Any difference.
    public static var `default`: AbsoluteThresholds { [:] }
    /// Ten thousand.
    public static var relaxed: AbsoluteThresholds {
      [
        .p0: 10_000, .p25: 10_000, .p50: 10_000, .p75: 10_000, .p90: 10_000, .p99: 10_000,
        .p100: 10_000,
      ]
    }
    /// Any difference.
    public static var none: AbsoluteThresholds { [:] }
  }

  /// No difference.
  public static var strict: BenchmarkThresholds {
    BenchmarkThresholds(relative: Relative.strict, absolute: Absolute.strict)
  }
  /// The default in percent.
  public static var `default`: BenchmarkThresholds {
    BenchmarkThresholds(relative: Relative.default, absolute: Absolute.default)
  }
  /// A quarter of the median, or ten thousand.
  public static var relaxed: BenchmarkThresholds {
    BenchmarkThresholds(relative: Relative.relaxed, absolute: Absolute.relaxed)
  }
  /// Any difference.
  public static var none: BenchmarkThresholds { BenchmarkThresholds() }
}

// An absolute tolerance is an `Int` in the original, and is written with its unit: `.microseconds(2)`.
extension BenchmarkThresholds.AbsoluteThreshold {
  /// So many hours, in nanoseconds.
  public static func hours(_ value: Int) -> Int { value * 3_600_000_000_000 }
  /// So many minutes, in nanoseconds.
  public static func minutes(_ value: Int) -> Int { value * 60_000_000_000 }
  /// So many seconds, in nanoseconds.
  public static func seconds(_ value: Int) -> Int { value * 1_000_000_000 }
  /// So many milliseconds, in nanoseconds.
  public static func milliseconds(_ value: Int) -> Int { value * 1_000_000 }
  /// So many microseconds, in nanoseconds.
  public static func microseconds(_ value: Int) -> Int { value * 1_000 }
  /// So many nanoseconds.
  public static func nanoseconds(_ value: Int) -> Int { value }
  /// So many thousands.
  public static func kilo(_ value: Int) -> Int { value * 1_000 }
  /// So many millions.
  public static func mega(_ value: Int) -> Int { value * 1_000_000 }
  /// So many thousand millions.
  public static func giga(_ value: Int) -> Int { value * 1_000_000_000 }
}

/// A unit to show counts in; accepted without effect.
public enum BenchmarkUnits: Sendable, CaseIterable {
  /// One.
  case count
  /// Thousands.
  case kilo
  /// Millions.
  case mega
  /// Thousand millions.
  case giga
  /// Million millions.
  case tera
  /// Thousand million millions.
  case peta
  /// The best for the value.
  case automatic
}

/// A unit to show times in; accepted without effect.
public enum BenchmarkTimeUnits: String, Sendable, CaseIterable {
  /// Thousand millionths of a second.
  case nanoseconds
  /// Millionths of a second.
  case microseconds
  /// Thousandths of a second.
  case milliseconds
  /// Seconds.
  case seconds
  /// Thousands of seconds.
  case kiloseconds
  /// Millions of seconds.
  case megaseconds
  /// The best for the value.
  case automatic
}

/// How many iterations a call of a benchmark's closure runs by itself.
public enum BenchmarkScalingFactor: Int, Sendable {
  /// One.
  case one = 1
  /// A thousand.
  case kilo = 1_000
  /// A million.
  case mega = 1_000_000
  /// A thousand millions.
  case giga = 1_000_000_000
}
