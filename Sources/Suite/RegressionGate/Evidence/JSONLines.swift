import Foundation
import Glibc
package import SuiteErrors

/// A file of JSON lines that grows by one line at a time, which a reader finds whole or not at all.
package struct JSONLines: Sendable {
  let path: String
  /// The advice where it can't be written.
  let remedy: String

  package init(path: String, remedy: String) {
    self.path = path
    self.remedy = remedy
  }

  /// Adds a value at the end.
  package func append(_ value: some Encodable) throws(SuiteError) {
    // SAFETY: for the whole function: the path and the bytes outlive the calls.
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    let bytes = try bytes(of: [value])
    let end = lseek(descriptor, 0, SEEK_END)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      let failure = failure()
      // Half a line would take the next one with it.
      ftruncate(descriptor, end)
      throw failure
    }
  }

  /// Replaces all lines.
  package func write(_ bytes: [UInt8]) throws(SuiteError) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw failure(error.localizedDescription)
    }
  }

  /// Values as lines.
  ///
  /// - Throws: `SuiteError` where one can't be encoded, as a number that isn't finite.
  package func bytes(of values: [some Encodable]) throws(SuiteError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes: [UInt8] = []
    for value in values {
      do {
        bytes += Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
      } catch {
        throw failure("\(error)")
      }
    }
    return bytes
  }

  func failure(_ reason: String = SystemReason.text()) -> SuiteError {
    SuiteError(path, "it can't be written (\(reason))", remedy: remedy)
  }
}
