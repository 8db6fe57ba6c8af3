/// A unit that counts were to be shown in; accepted without effect.
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
  /// The one that suits the value.
  case automatic
}
