import Foundation
import Glibc
import RegressionGate
import SuiteErrors

/// Keeps other gates out of a directory as long as it lives.
final class GateLock {
  private let descriptor: Int32

  /// Makes the directory, if it isn't there, and locks it.
  ///
  /// - Throws: ``SuiteError`` if another gate has it, or it can't be made.
  init(_ directory: String) throws(SuiteError) {
    try GateDirectory.make(directory, orElse: "make room, or mend its rights")
    descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SuiteError(
        directory,
        "it can't be opened (\(SystemReason.text()))",
        remedy: "mend its rights"
      )
    }
    // A file system without locks is no reason not to go on.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(descriptor)
      throw SuiteError(
        "\(directory)",
        "another gate is at work there",
        remedy: "wait for its end, or gate another clone"
      )
    }
  }

  deinit {
    close(descriptor)
  }
}
