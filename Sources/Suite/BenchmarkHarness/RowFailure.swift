/// A row that could not be measured, or gave a wrong answer.
public struct RowFailure: Codable, Equatable, Sendable {
  /// The full name of the row.
  public let row: String

  /// What went wrong.
  public let message: String

  /// Creates a failure.
  public init(row: String, message: String) {
    self.row = row
    self.message = message
  }
}
