import Foundation
import Glibc
import SuiteErrors

extension StandardOutput {
  /// Writes all of it, behind what was printed before.
  ///
  /// - Throws: `SuiteError` if it can't be written. A reader who has gone, such as `head`, wants no more of it: that is none, also
  ///   where SIGPIPE is ignored, as in jobs of some CI systems.
  static func write(_ data: Data) throws(SuiteError) {
    try finish()
    var rest = data[...]
    while !rest.isEmpty {
      // SAFETY: the pointer is used within the call only, with the count of the same bytes.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
      }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        if code == EPIPE { return }
        throw SuiteError(
          "stdout",
          "it can't be written (\(SystemReason.text(code)))",
          remedy: "make room, or give a file"
        )
      }
      rest = rest.dropFirst(count)
    }
  }
}
