#if HAS_BABELTRACE
import Foundation
import Synchronization

/// Captures what a library writes only to standard error.
enum StandardErrorCapture {
  /// One at a time: there is one standard error, and one environment.
  private static let turn = Mutex(())

  /// Calls `body` and returns what any thread wrote meanwhile; empty if it can't be captured.
  static func text(of body: () -> Void) -> String {
    turn.withLock { _ in
      // A file, because a pipe would block a long text until it is read. SAFETY: the file is ours, and closed at the end.
      let file = unsafe tmpfile()
      defer { if let file = unsafe file { unsafe fclose(file) } }
      let descriptor = unsafe file.map { unsafe fileno($0) } ?? -1
      let own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      defer { close(own) }
      guard own >= 0, dup2(descriptor, STDERR_FILENO) >= 0 else {
        body()
        return ""
      }
      body()
      dup2(own, STDERR_FILENO)
      lseek(descriptor, 0, SEEK_SET)
      let text = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
      return String(decoding: text ?? Data(), as: UTF8.self)
    }
  }
}
#endif
