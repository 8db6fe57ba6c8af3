/// Why a program could not be counted.
public struct CountingError: Error, CustomStringConvertible {
  /// The subject, what is wrong, and what to do.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
