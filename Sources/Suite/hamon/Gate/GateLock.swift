import Foundation
import Glibc
import RegressionGate
import SuiteErrors

/// Keeps other gates out of a directory as long as it lives.
final class GateLock {
  /// The advice where a gate can't write what it keeps.
  static let remedy = "let its directory be written"

  private let descriptor: Int32

  /// Makes the directory, if it isn't there, and locks it.
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
    // A file system without locks is no reason not to go on.
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

/// Tells the person at the terminal how far a gate is; in a pipe, only what it is about to do.
struct GateTerminal: GateProgress {
  let line = ProgressLine()

  func plan(_ text: String) {
    line.clear()
    print(text)
    // In a pipe, as of a CI, it would come with everything else, at the end.
    fflush(nil)
  }

  func show(_ text: String) { line.show(text) }
}

/// Tells whether a file is the same as before.
enum FileFingerprint {
  /// A hash of what the file holds: FNV-1a, 64 bits.
  ///
  /// - Complexity: Proportional to the size of the file.
  static func of(_ path: String) -> String {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
      return "missing"
    }
    return of(data)
  }

  static func of(_ data: Data) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
