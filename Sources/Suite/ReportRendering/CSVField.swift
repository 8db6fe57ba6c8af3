/// A field of a table of comma-separated values.
///
/// Source: RFC 4180.
package enum CSVField {
  /// Quotes a field where it has to be, and lets no spreadsheet take a text for a formula.
  package static func quoted(_ field: String) -> String {
    // What follows an apostrophe is text.
    let field = isFormula(field) ? "'\(field)" : field
    let isPlain = field.utf8.allSatisfy {
      $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != 10 && $0 != 13
    }
    return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
  }

  /// Whether a spreadsheet would run it: it begins with one of these, and is no number.
  private static func isFormula(_ field: String) -> Bool {
    // By scalar: an end of a line may be of two, which are one character.
    guard let first = field.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else {
      return false
    }
    return Double(field) == nil
  }
}
