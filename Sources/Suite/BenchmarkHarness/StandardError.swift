import Glibc

/// What goes to the person at the terminal instead of into a pipe.
package enum StandardError {
  static func write(_ text: String) {
    var text = text
    // One call, so that the lines of two processes don't mix. There is no one to tell if it fails.
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  package static func writeLine(_ text: String) {
    write(text + "\n")
  }
}
