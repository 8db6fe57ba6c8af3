/// Words of a line that a POSIX shell reads.
package enum ShellWord {
  /// A text as one word, whatever characters are in it.
  ///
  /// Source: POSIX.1-2024, Shell Command Language, 2.2.2 Single-Quotes.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
