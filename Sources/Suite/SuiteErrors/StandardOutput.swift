import Glibc

/// The stream for results.
package enum StandardOutput {
  /// Makes sure that all of it has arrived: what is printed waits in memory, and a disk may be full.
  ///
  /// - Throws: ``SuiteError`` if it has not. A reader who has gone, such as `head`, wants no more of it: that is none.
  package static func finish() throws(SuiteError) {
    // No stream is named: it is all of them.
    guard fflush(nil) != 0 else { return }
    let code = errno
    guard code != EPIPE else { return }
    throw SuiteError(
      "stdout",
      "it can't be written (\(SystemReason.text(code)))",
      remedy: "make room, or give another file"
    )
  }
}
