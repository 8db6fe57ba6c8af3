import Glibc

/// The stream for all that is not a result.
package enum StandardError {
  /// Where the lines of a task go instead; `nil` outside of tests, which provoke errors and shall not look as if they failed.
  @TaskLocal package static var diversion: (@Sendable (String) -> Void)?

  /// Says that something failed, in the form `error: <subject>: <problem>; <remedy>`.
  package static func error(_ text: String) { write("error: \(text)") }

  /// Says that a result is less than it could be.
  package static func warning(_ text: String) { write("warning: \(text)") }

  package static func write(_ line: String) { writeText(line + "\n") }

  /// Writes a text in one call, so that lines of several processes do not mix.
  package static func writeText(_ text: String) {
    if let diversion { return diversion(text) }
    let bytes = Array(text.utf8)
    // SAFETY: the pointer is used within the call only, with the count of the same array. Nobody is left to
    // tell if the call fails.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
