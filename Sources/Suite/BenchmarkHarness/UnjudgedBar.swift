/// A bar of a row that was measured, without what it takes to judge it.
public struct UnjudgedBar: Codable, Equatable, Sendable {
  /// What was promised.
  public let name: String

  /// The row that it was promised of.
  public let row: String

  /// Why it is not judged, as the end of a sentence.
  public let reason: String
}
