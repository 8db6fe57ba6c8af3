/// On which sides a row is there.
package enum RowPresence: String, Codable, Sendable {
  /// On both: it can be compared.
  case both
  /// At the head only: it is new, or has a new name.
  case added
  /// At the base only: it is gone, or has a new name.
  case removed
}
