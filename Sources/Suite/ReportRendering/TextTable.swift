/// A table of text for a terminal, with aligned columns.
package struct TextTable: Sendable {
  /// The alignment of a column's cells, and their treatment on a terminal that is too narrow.
  package enum Alignment: Sendable {
    /// Names, aligned left. Their middle is omitted.
    case left
    /// Figures, aligned right. They are never shortened.
    case right
    /// Sentences and lists, aligned left. They continue on further lines.
    case sentence
    /// Curves and the like, aligned left. They are never shortened.
    case fixed
  }

  package let headers: [String]

  /// The alignment of each column; as many as there are headers.
  package let alignments: [Alignment]

  /// The cells, row by row; each row has as many as there are headers.
  package private(set) var rows: [[String]] = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - headers: The titles of the columns.
  ///   - alignments: The alignment of each column. Columns beyond its end are aligned right.
  package init(headers: [String], alignments: [Alignment] = []) {
    precondition(
      alignments.count <= headers.count,
      "\(alignments.count) alignments for \(headers.count) columns"
    )
    self.headers = headers
    let missing = headers.count - alignments.count
    self.alignments = alignments + Array(repeating: .right, count: missing)
  }

  /// Adds a row at the end.
  ///
  /// - Parameter row: The cells. A row shorter than the headers is filled with empty cells.
  package mutating func append(row: [String]) {
    precondition(row.count <= headers.count, "\(row.count) cells for \(headers.count) columns")
    rows.append(row + Array(repeating: "", count: headers.count - row.count))
  }

  /// Writes the table as a Markdown table.
  ///
  /// - Complexity: Proportional to the number of characters written.
  /// - Parameter links: The addresses of cells with these texts.
  /// - Returns: The lines of the table.
  package func renderedMarkdown(links: [String: String] = [:]) -> String {
    let rule = alignments.map { $0 == .right ? "--:" : ":--" }
    let cells = ([headers] + rows).map { row in
      row.map { cell in
        let text = Self.markdownEscaped(cell)
        return links[cell].map { "[\(text)](\($0))" } ?? text
      }
    }
    var lines = cells.map { "| " + $0.joined(separator: " | ") + " |" }
    lines.insert("|" + rule.joined(separator: "|") + "|", at: 1)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The same table with its last column first: the verdict of a line before its subject.
  package var withLastColumnFirst: TextTable {
    guard let header = headers.last, let alignment = alignments.last else { return self }
    var table = TextTable(
      headers: [header] + headers.dropLast(),
      alignments: [alignment] + alignments.dropLast()
    )
    for row in rows { table.append(row: [row[row.count - 1]] + row.dropLast()) }
    return table
  }

  /// Replaces characters that would break the line, or move a terminal's cursor.
  package static func singleLine(_ cell: String) -> String {
    String(
      String.UnicodeScalarView(
        cell.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
      )
    )
  }

  /// Prevents a text from ending its column or line, starting markup, opening an HTML element or mentioning somebody by `@name`.
  package static func markdownEscaped(_ text: String) -> String {
    var escaped = ""
    for character in singleLine(text) {
      if "\\|*_`[]".contains(character) { escaped.append("\\") }
      // Quotes stay as they are: people paste it.
      escaped += "<>&".contains(character) ? HTMLPage.escape("\(character)") : "\(character)"
      // It is invisible, and a name after it is no mention.
      if character == "@" { escaped.append("\u{200B}") }
    }
    return escaped
  }
}
