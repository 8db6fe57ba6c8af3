import Foundation
import Glibc
package import SuiteErrors

/// A file of JSON lines that grows by one line at a time; readers find each line whole or not at all.
package struct JSONLines: Sendable {
  let path: String
  /// The advice if it can't be written.
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
      // Half a line would corrupt the next one.
      ftruncate(descriptor, end)
      throw failure
    }
  }

  /// Replaces all lines.
  package func write(_ bytes: [UInt8]) throws(SuiteError) {
    try WrittenFile.write(bytes, to: path, atomically: true, orElse: remedy)
  }

  /// Values as lines.
  ///
  /// - Throws: `SuiteError` if a value can't be encoded, such as a number that isn't finite.
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

  package func failure(_ reason: String = SystemReason.text()) -> SuiteError {
    .unwritten(path, reason, remedy: remedy)
  }
}
