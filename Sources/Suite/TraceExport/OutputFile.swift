import Foundation
import Glibc
import SuiteErrors

/// A file or stdout, written in large pieces.
///
/// After a failure nothing more is written. A sink called for each of a million intervals has nowhere to throw, so `close()` throws the
/// failure.
final class OutputFile {
  private static let pieceSize = 1 << 20

  private let path: String
  private let remedy: String
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var failure: SuiteError?
  /// Whether its reader has gone.
  private var isUnread = false

  /// Opens a file, emptying an existing one; without a path, or for `-`, stdout.
  init(
    path: String?,
    orElse remedy: String = "give a file in a directory that exists and has room"
  ) throws(SuiteError) {
    self.path = path ?? "stdout"
    self.remedy = remedy
    guard let path, path != "-" else {
      handle = .standardOutput
      return
    }
    try WrittenFile.write([], to: path, orElse: remedy)
    do {
      handle = try FileHandle(forWritingTo: URL(filePath: path))
    } catch {
      throw .unwritten(path, error, remedy: remedy)
    }
  }

  func write(_ bytes: [UInt8]) {
    buffer += bytes
    if buffer.count >= Self.pieceSize { flush() }
  }

  func write(_ text: String) {
    buffer += text.utf8
    if buffer.count >= Self.pieceSize { flush() }
  }

  /// Writes the rest.
  func close() throws(SuiteError) {
    flush()
    if handle !== FileHandle.standardOutput {
      do {
        // Some file systems report only now that there was no room.
        try handle.close()
      } catch  where failure == nil {
        failure = .unwritten(path, error, remedy: remedy)
      } catch {
        // The first failure is reported.
      }
    }
    if let failure { throw failure }
  }

  private func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == nil, !isUnread else { return }
    let code = WrittenFile.write(buffer, to: handle.fileDescriptor)
    if code == EPIPE {
      // A reader such as `head` that wants no more: no failure, even if SIGPIPE is ignored.
      isUnread = true
    } else if code != 0 {
      failure = .unwritten(path, SystemReason.text(code), remedy: remedy)
    }
  }
}
