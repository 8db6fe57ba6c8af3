import Glibc

/// Turns crashes on some damaged traces, and on a file that is cut while it is read, into an error.
///
/// libbabeltrace2 calls `abort`, divides by a clock's frequency of 0, or reads unmapped memory. The reader checks what it can before the
/// library sees a file; a fuzzer finds the rest.
enum DamagedTraceGuard {
  // SAFETY: written by `install`, before the library runs; read by the handler on the thread that aborts.
  nonisolated(unsafe) private static var message: UnsafeMutablePointer<CChar>?

  /// From now on such a signal ends the process with an error that names the trace, and exit status 1.
  static func install(trace: String) {
    // SAFETY: never freed: the handler may need it until the process ends.
    unsafe message = strdup(
      "error: \(trace): it is too damaged to read, or was cut while it was read; "
        + "copy it again, or record it anew\n"
    )
    // Swift's own checks end the process by other signals, so our mistakes stay visible.
    for number in [SIGABRT, SIGFPE, SIGSEGV, SIGBUS] {
      signal(number) { _ in
        // Only what a signal handler may call: write and _exit.
        if let message = unsafe DamagedTraceGuard.message {
          _ = unsafe write(STDERR_FILENO, message, strlen(message))
        }
        _exit(EXIT_FAILURE)
      }
    }
  }
}
