import FoundationEssentials
import Glibc

/// The one writer of files.
package enum WrittenFile {
  /// Replaces the contents of a file.
  ///
  /// - Parameters:
  ///   - bytes: Such as a text's `utf8`.
  ///   - path: The file; it is created if missing.
  ///   - atomically: Whether readers see either the old contents or all of the new.
  ///   - remedy: What to do if it can't be written.
  /// - Throws: ``SuiteError``.
  package static func write(
    _ bytes: some Sequence<UInt8>,
    to path: String,
    atomically: Bool = false,
    orElse remedy: String
  ) throws(SuiteError) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: atomically ? .atomic : [])
    } catch {
      throw .unwritten(path, error, remedy: remedy)
    }
  }

  /// Writes all bytes to a descriptor.
  ///
  /// - Returns: 0, or the `errno` of the call that failed; a part may be written then.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the pointer is used within the call only, with the count of the same array.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}

extension SuiteError {
  /// The error of a file that can't be written, by default for the system's reason, with the remedy.
  package static func unwritten(
    _ path: String,
    _ reason: String = SystemReason.text(),
    remedy: String
  ) -> SuiteError {
    SuiteError(path, "it can't be written (\(reason))", remedy: remedy)
  }

  /// The error of a file that can't be written because of another error; a ``SuiteError`` stays as it is.
  package static func unwritten(
    _ path: String,
    _ error: any Error,
    remedy: String
  ) -> SuiteError {
    if let error = error as? SuiteError { return error }
    let cause = (error as? CocoaError)?.underlying as? POSIXError
    let reason = cause.map { SystemReason.text($0.code.rawValue) }
    return unwritten(path, reason ?? "\(error)", remedy: remedy)
  }
}
