/// Names of rows as patterns.
package enum RowName {
  /// A regular expression that matches one row only.
  package static func pattern(_ row: String) -> String {
    var pattern = "^"
    for character in row {
      if #"\*?+[](){}^$|./"#.contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    return pattern + "$"
  }
}
