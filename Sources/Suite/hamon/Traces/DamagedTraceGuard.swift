import Glibc

/// Makes an error of what libbabeltrace2 does with some damaged traces: it calls `abort`, divides by a
/// clock's frequency of 0, or reads where nothing is; and of a file that is cut while it is read.
///
/// The reader checks what it can before the library sees a file; a fuzzer finds what it can't.
enum DamagedTraceGuard {
  // SAFETY: written by `install`, before the library runs; read by the handler on the thread that aborts.
  nonisolated(unsafe) private static var message: UnsafeMutablePointer<CChar>?

  /// From now on such a signal ends the process with an error that names the trace, and exit status 1.
  static func install(trace: String) {
    // SAFETY: never freed: the handler may need it until the process ends.
    unsafe message = strdup(
      "error: \(trace): it is damaged in a way that can't be gone on with, or was cut while it was read; "
        + "copy it again, or record it anew\n"
    )
    // Swift's own checks end the process by other signals, so that a mistake of ours is still seen.
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
