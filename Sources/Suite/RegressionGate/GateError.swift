/// Why there is no gate at all, and not only some rows that could not be measured.
public struct GateError: Error, Equatable, CustomStringConvertible {
  /// The subject, what is wrong, and what to do.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
