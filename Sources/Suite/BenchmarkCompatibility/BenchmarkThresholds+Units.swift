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
