/// Plain text in lines that fit a terminal.
package enum WrappedText {
  /// Breaks a text between its words; a word that is longer than a line is broken where the line ends.
  ///
  /// - Parameters:
  ///   - text: The text; lines that it has already stay ones. Spaces at the begin of one are before all that it becomes.
  ///   - width: How many characters a line may have; `nil` for as many as there are.
  /// - Complexity: O(*n* + *l* *w*) for a text of *n* characters in *l* lines of *w*.
  /// - Returns: The lines, one at least.
  package static func lines(_ text: String, width: Int?) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      width.map { wrapped(line, width: $0) } ?? [String(line)]
    }
  }

  private static func wrapped(_ text: Substring, width: Int) -> [String] {
    // What is narrower isn't read by anybody.
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
