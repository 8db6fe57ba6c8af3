/// What a bar judges, and so what its numbers are.
public enum BarKind: String, Codable, Sendable {
  /// How many times its floor a row takes.
  case ratio
  /// How much longer than its floor a row takes, as a part of what it may.
  case difference
  /// The median of a row, as a part of what it may be.
  case median
  /// What a row holds in memory, as a part of what it may.
  case memory
  /// The exponent with which a row grows.
  case exponent
  /// How often an operation of a row allocates.
  case allocations
}
