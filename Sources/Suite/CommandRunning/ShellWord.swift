/// Words for a POSIX shell.
package enum ShellWord {
  /// A text as one word, with any characters.
  ///
  /// Source: POSIX.1-2024, Shell Command Language, 2.2.2 Single-Quotes.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// The words of a line, of which only quotes and backslashes mean something.
  ///
  /// Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting.
  ///
  /// - Returns: `nil` if a quote isn't closed.
  package static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", nil):
        guard let next = rest.popFirst() else { return nil }
        word = (word ?? "") + (next == "\n" ? "" : String(next))
      case ("\\", "\""):
        guard let next = rest.popFirst() else { return nil }
        word?.append(contentsOf: "\"\\$`".contains(next) ? "\(next)" : "\\\(next)")
      case ("'", nil), ("\"", nil):
        (quote, word) = (character, word ?? "")
      case (quote, _?):
        quote = nil
      case (_, nil) where character.isWhitespace:
        if let finished = word { words.append(finished) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
