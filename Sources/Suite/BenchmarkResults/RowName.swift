/// Names of rows as patterns.
package enum RowName {
  /// A regular expression that matches one row only.
  package static func pattern(_ row: String) -> String { "^\(escaped(row))$" }

  /// One that matches some rows and no others, in whatever order they are, also where some are there twice.
  package static func pattern(ofAny rows: [String]) -> String {
    "^(?:\(Set(rows).sorted().map(escaped).joined(separator: "|")))$"
  }

  private static func escaped(_ row: String) -> String {
    var pattern = ""
    for character in row {
      if #"\*?+[](){}^$|./"#.contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    return pattern
  }
}
