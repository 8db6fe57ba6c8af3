import Foundation
import Glibc
import SuiteErrors

/// A file that a report is added to, such as the summary of a job of a CI.
struct AppendedFile {
  let path: String

  /// Makes sure that it can be written, and that it is there.
  func check() throws(SuiteError) {
    // SAFETY: the file is open until it is closed, once.
    guard let file = unsafe fopen(path, "a") else {
      throw SuiteError(
        path,
        "it can't be written (\(SystemReason.text()))",
        remedy: "give another file"
      )
    }
    unsafe fclose(file)
  }

  func append(_ text: String) throws(SuiteError) {
    try check()
    do {
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw .unwritten(path, error, remedy: "make room, or give another file")
    }
  }
}
