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
