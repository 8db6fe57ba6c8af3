import Foundation
import Glibc
import RegressionGate
import SuiteErrors

/// Keeps other gates out of a directory while it lives.
final class GateLock {
  /// The remedy if a gate can't write its files.
  static let remedy = "make its directory writable"

  private let descriptor: Int32

  /// Makes the directory if needed, and locks it.
  init(_ directory: String) throws(SuiteError) {
    try WorkDirectory.make(directory, orElse: Self.remedy)
    // Not every repository ignores .build.
    let ignored = "\(directory)/.gitignore"
    if !FileManager.default.fileExists(atPath: ignored) {
      try? "*\n".write(toFile: ignored, atomically: false, encoding: .utf8)
    }
    // SAFETY: the path outlives the call.
    descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SuiteError(
        directory,
        "it can't be opened (\(SystemReason.text()))",
        remedy: Self.remedy
      )
    }
    // A file system without locks is no reason to stop.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(descriptor)
      throw SuiteError(
        directory,
        "another gate is at work there",
        remedy: "wait for its end, or gate another clone"
      )
    }
  }

  deinit {
    close(descriptor)
  }
}
