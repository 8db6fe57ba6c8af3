import Foundation
import Glibc
import RegressionGate

/// Keeps other gates out of a directory as long as it lives.
final class GateLock {
  private let descriptor: Int32

  /// Makes the directory, if it isn't there, and locks it.
  ///
  /// - Throws: ``GateError`` if another gate has it, or it can't be made.
  init(_ directory: String) throws(GateError) {
    try GateDirectory.make(directory, orElse: "make room, or mend its rights")
    descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw GateError("\(directory): it can't be opened (\(String(cString: strerror(errno))))")
    }
    // A file system without locks is no reason not to go on.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(descriptor)
      throw GateError(
        "\(directory): another gate is at work there; wait for its end, or gate another clone"
      )
    }
  }

  deinit {
    close(descriptor)
  }
}
