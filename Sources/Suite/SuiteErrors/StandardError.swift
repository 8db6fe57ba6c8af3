import Glibc

/// The stream for all that is not a result.
package enum StandardError {
  /// Gets the lines of a task instead; `nil` outside tests, which provoke errors and must not look as if they failed.
  @TaskLocal package static var diversion: (@Sendable (String) -> Void)?

  /// Reports a failure, in the form `error: <subject>: <problem>; <remedy>`.
  package static func error(_ text: String) { write("error: \(text)") }

  /// Reports that a result is less than it could be.
  package static func warning(_ text: String) { write("warning: \(text)") }

  package static func write(_ line: String) { writeText(line + "\n") }

  /// Writes a text in one call, so that lines of several processes do not mix.
  package static func writeText(_ text: String) {
    if let diversion { return diversion(text) }
    let bytes = Array(text.utf8)
    // SAFETY: the pointer is used only within the call, with the count of the same array. A failure can't be reported anywhere.
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
