import Foundation
import Glibc
import SuiteErrors

/// A pipe whose content is read and thrown away: some programs write less to `/dev/null`.
struct DrainedPipe: Sendable {
  /// What a program writes to.
  let end: Int32

  /// Begins to read; until ``close()``, which has to be called once.
  init() throws(SuiteError) {
    var ends: [Int32] = [0, 0]
    // SAFETY: the call writes two descriptors into the array.
    guard unsafe pipe(&ends) == 0 else {
      throw SuiteError(
        "--output pipe",
        "it can't be made (\(SystemReason.text()))",
        remedy: "raise the limit of open files (ulimit -n)"
      )
    }
    // Programs get it as their output only.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    end = ends[1]
    let source = ends[0]
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      // SAFETY: the array has that many bytes.
      while unsafe read(source, &bytes, bytes.count) > 0 {}
      Glibc.close(source)
    }
  }

  func close() { Glibc.close(end) }
}
