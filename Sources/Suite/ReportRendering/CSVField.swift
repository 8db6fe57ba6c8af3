/// A field of a table of comma-separated values.
///
/// Source: RFC 4180.
package enum CSVField {
  /// Quotes a field if necessary, and prevents spreadsheets from reading a text as a formula.
  package static func quoted(_ field: String) -> String {
    // Text after an apostrophe stays text.
    let field = isFormula(field) ? "'\(field)" : field
    return field.utf8.allSatisfy(isUnquoted) ? field : "\"\(field.replacing("\"", with: "\"\""))\""
  }

  /// Appends a field, quoted as by ``quoted(_:)``, to a row's bytes.
  package static func append(_ field: String, to row: inout [UInt8]) {
    var field = field
    // SAFETY: the bytes of the field are read and copied during the call.
    let isPlain = field.withUTF8 { utf8 in
      guard let first = unsafe utf8.first else { return true }
      let isPlain = unsafe !mayBeginFormula(first) && utf8.allSatisfy(isUnquoted)
      if isPlain { unsafe row.append(contentsOf: utf8) }
      return isPlain
    }
    if !isPlain { row += quoted(field).utf8 }
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte != 10 && byte != 13
  }

  private static func mayBeginFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 13: true
    default: false
    }
  }

  /// Whether a spreadsheet would run it: it begins with one of these characters and isn't a number.
  private static func isFormula(_ field: String) -> Bool {
    // By scalar: a line end may be two scalars, which are one character.
    guard let first = field.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else {
      return false
    }
    return Double(field) == nil
  }
}
