import Glibc

/// One line on the terminal that says what is going on; nothing where no one watches.
package struct ProgressLine {
  /// Whether standard error is a terminal.
  package let isShown = isatty(STDERR_FILENO) == 1

  package init() {}

  /// Replaces what the line says.
  package func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    // Carriage return, then erase to the end of the line: it is rewritten in place.
    StandardError.writeText("\r\u{1B}[K\(text())")
  }

  /// Removes the line.
  package func clear() {
    show("")
  }
}
