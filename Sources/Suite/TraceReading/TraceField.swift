/// What is known besides of an interval or an event.
public struct TraceField: Sendable, Equatable {
  /// What the field holds.
  public enum Value: Sendable, Equatable {
    /// A whole number.
    case integer(Int64)
    /// A number.
    case float(Double)
    /// A truth value.
    case boolean(Bool)
    /// Text.
    case text(String)
  }

  /// What the value is of.
  public let key: TraceSymbol
  /// The value.
  public let value: Value
}

extension TraceField.Value: CustomStringConvertible {
  /// The value as text, without quotes.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .float(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .text(let value): value
    }
  }
}
