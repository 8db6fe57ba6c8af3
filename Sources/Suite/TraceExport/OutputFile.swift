import Foundation
import Glibc
import SuiteErrors

/// A file or stdout that is written in large pieces.
///
/// A failure is kept and nothing more is written: a sink that is called for each of a million intervals
/// has nobody to throw to, so ``close()`` tells.
final class OutputFile {
  private static let pieceSize = 1 << 20

  private let path: String
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var failure: TraceExportError?
  /// Whether its reader has gone.
  private var isUnread = false

  /// Opens a file, which is emptied if it exists; without a path, or for `-`, stdout.
  init(path: String?) throws(TraceExportError) {
    self.path = path ?? "stdout"
    guard let path, path != "-" else {
      handle = .standardOutput
      return
    }
    do {
      try Data().write(to: URL(filePath: path))
      handle = try FileHandle(forWritingTo: URL(filePath: path))
    } catch {
      throw TraceExportError(path: path, reason: error.localizedDescription)
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

  /// Writes what remains.
  func close() throws(TraceExportError) {
    flush()
    if handle !== FileHandle.standardOutput {
      do {
        // Some file systems tell only now that there was no room.
        try handle.close()
      } catch  where failure == nil {
        failure = TraceExportError(path: path, reason: error.localizedDescription)
      } catch {
        // The first failure is told.
      }
    }
    if let failure { throw failure }
  }

  private func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == nil, !isUnread else { return }
    var rest = buffer[...]
    while !rest.isEmpty {
      // SAFETY: the pointer is used within the call only, with the count of the same bytes.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(handle.fileDescriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        // One such as `head`, which wants no more of it: no failure, also where SIGPIPE is ignored.
        isUnread = true
        return
      } else if errno != EINTR {
        failure = TraceExportError(path: path, reason: SystemReason.text())
        return
      }
    }
  }
}
