/// A unit that times were to be shown in; accepted without effect.
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
  /// The one that suits the value.
  case automatic
}
