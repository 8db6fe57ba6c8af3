import Glibc

/// The stream for results.
package enum StandardOutput {
  /// Makes sure that all output has arrived: it waits in memory, and a disk may be full.
  ///
  /// - Throws: ``SuiteError`` if it has not. A reader that has gone, such as `head`, is no error, even if SIGPIPE is ignored, as in jobs of
  ///   some CI systems.
  package static func finish() throws(SuiteError) {
    // Names no stream: it flushes all of them.
    try check(fflush(nil) == 0 ? 0 : errno)
  }

  /// Writes all bytes after the earlier output.
  ///
  /// - Throws: ``SuiteError`` as ``finish()`` does.
  package static func write(_ bytes: some Sequence<UInt8>) throws(SuiteError) {
    try finish()
    try check(WrittenFile.write(Array(bytes), to: STDOUT_FILENO))
  }

  private static func check(_ code: Int32) throws(SuiteError) {
    guard code != 0, code != EPIPE else { return }
    let remedy = "make room, or give another file"
    throw .unwritten("stdout", SystemReason.text(code), remedy: remedy)
  }
}
