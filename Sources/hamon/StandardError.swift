import Glibc

/// The stream for what is not a result.
enum StandardError {
  /// Writes a line in one call, so that lines of several processes do not mix.
  static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Nobody is left to tell if even this fails.
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
