import Glibc

/// The standard input and output of a benchmark executable, reserved for the harness.
///
/// Rows print to standard error, so they can't break tables and answers. They find their input empty: a gate's requests are not for them.
struct SuiteStreams {
  /// Gives the next line of the standard input; `nil` at its end.
  let readLine: () -> String?
  /// Writes a line to the standard output.
  let print: (String) -> Void

  /// Takes both streams of this process from everything else in it, for good.
  static func take() -> SuiteStreams {
    // SAFETY: for the whole function: a stream is opened once and closed by the end of the process; lines outlive the calls.
    fflush(nil)
    let input = unsafe move(STDIN_FILENO, mode: "r") { unsafe open("/dev/null", O_RDONLY) }
    let output = unsafe move(STDOUT_FILENO, mode: "w") { dup(STDERR_FILENO) }
    return SuiteStreams(
      readLine: {
        guard let input = unsafe input else { return Swift.readLine() }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { unsafe free(line) }
        guard unsafe getline(&line, &capacity, input) >= 0, let text = unsafe line else {
          return nil
        }
        return String(unsafe String(cString: text).prefix { !$0.isNewline })
      },
      print: { line in
        guard let output = unsafe output else { return Swift.print(line) }
        unsafe fputs("\(line)\n", output)
      }
    )
  }

  /// Moves a stream to another descriptor, which no child inherits, and puts another file in its place.
  ///
  /// - Returns: The stream; `nil`, with nothing changed, if it is closed or there are no more descriptors.
  private static func move(
    _ descriptor: Int32,
    mode: String,
    replacement: () -> Int32
  ) -> UnsafeMutablePointer<FILE>? {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let other = own < 0 ? -1 : replacement()
    defer { if other >= 0 { close(other) } }
    // SAFETY: the stream owns the descriptor from here on.
    guard other >= 0, let stream = unsafe fdopen(own, mode) else {
      if own >= 0 { close(own) }
      return nil
    }
    dup2(other, descriptor)
    return unsafe stream
  }
}
