/// Words for a POSIX shell.
package enum ShellWord {
  /// A text as one word, with any characters.
  ///
  /// Source: POSIX.1-2024, Shell Command Language, 2.2.2 Single-Quotes.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
