/// One of the two that a gate compares.
public enum GateSide: String, Codable, Sendable {
  /// What was there before.
  case base
  /// What is judged.
  case head
}
