import Foundation
import Glibc
import SuiteErrors

/// A file that reports append to, such as the summary of a CI job.
struct AppendedFile {
  let path: String

  /// Checks that the file can be written; creates it if needed.
  func check() throws(SuiteError) {
    // SAFETY: the file is open until it is closed, once.
    guard let file = unsafe fopen(path, "a") else {
      throw .unwritten(path, remedy: "give another file")
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
