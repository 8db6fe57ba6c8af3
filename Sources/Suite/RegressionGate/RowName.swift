import Foundation

/// Names of rows as patterns.
enum RowName {
  /// A regular expression that matches one row only.
  static func pattern(_ row: String) -> String {
    "^\(NSRegularExpression.escapedPattern(for: row))$"
  }
}
