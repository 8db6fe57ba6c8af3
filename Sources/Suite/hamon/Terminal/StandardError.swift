import Glibc

/// The stream for what is not a result.
enum StandardError {
  /// Says that something failed, in the form `error: <subject>: <what is wrong>; <what to do>`.
  static func error(_ text: String) { write("error: \(text)") }

  /// Says that a result is less than it could be.
  static func warning(_ text: String) { write("warning: \(text)") }

  /// Writes a line in one call, so that lines of several processes do not mix.
  static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Nobody is left to tell if even this fails.
    // SAFETY: the pointer is used within the call only.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
