/// Plain text in lines that fit a terminal.
package enum WrappedText {
  /// Breaks a text between its words; a word longer than a line breaks at the line's end.
  ///
  /// - Parameters:
  ///   - text: The text; its lines stay separate. Leading spaces of a line indent all lines made from it.
  ///   - width: The most characters of a line; `nil` for no limit.
  /// - Complexity: O(*n* + *l* *w*) for a text of *n* characters in *l* lines of *w*.
  /// - Returns: At least one line.
  package static func lines(_ text: String, width: Int?) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      width.map { wrapped(line, width: $0) } ?? [String(line)]
    }
  }

  private static func wrapped(_ text: Substring, width: Int) -> [String] {
    // Nobody reads anything narrower.
    guard width >= 8, text.columns > width else { return [String(text)] }
    let spaces = text.prefix { $0 == " " }
    let indentation = spaces.count <= width / 2 ? String(spaces) : ""
    var lines: [String] = []
    var line = indentation
    var isEmpty = true
    for word in text.dropFirst(spaces.count).split(separator: " ") {
      if !isEmpty, line.columns + 1 + word.columns > width {
        lines.append(line)
        line = indentation
        isEmpty = true
      }
      line += isEmpty ? "\(word)" : " \(word)"
      isEmpty = false
      while line.columns > width {
        let part = line.prefix(columns: width)
        lines.append(String(part))
        line = indentation + line.dropFirst(part.count)
      }
    }
    return lines + [line]
  }
}
