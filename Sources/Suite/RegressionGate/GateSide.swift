/// One of the two that a gate compares.
package enum GateSide: String, Codable, Sendable {
  /// What was there before.
  case base
  /// What is judged.
  case head
}
