import FoundationEssentials
import Glibc
package import SuiteErrors

/// A file of results that is complete at every moment.
///
/// Each version is written to a temporary file next to it, which then takes its name: readers see the version before or the new one, even
/// after a kill of the process.
// SAFETY: paths that the system gets here are texts of Swift, which outlive the calls.
package struct ResultFile: Sendable {
  /// Where the results go, after symbolic links.
  package let path: String

  private let temporaryPath: String
  private let remedy: String

  /// Makes sure that the file can be written, before anything is measured.
  ///
  /// An existing file is not changed.
  ///
  /// - Parameters:
  ///   - path: Where the results go.
  ///   - expectedBytes: Their maximum size; so much must be free on the disk. Raw samples take some kilobytes a row: a megabyte is room for
  ///     a hundred rows and more.
  ///   - remedy: What to do if it can't be written.
  /// - Throws: ``SuiteError``.
  package init(
    path: String,
    expectedBytes: Int = 1 << 20,
    remedy: String? = nil
  ) throws(SuiteError) {
    let remedy = remedy ?? Self.remedy(at: path)
    var status = stat()
    var target = path
    // SAFETY: the struct outlives the call.
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .unwritten(path, "it is there and is not a regular file", remedy: remedy)
      }
      // Without this, the file would replace a symbolic link.
      target = Self.followingLinks(path) ?? path
    }
    self.path = target
    self.remedy = remedy
    self.temporaryPath = "\(target).\(getpid()).partial"

    let descriptor = try create()
    defer {
      close(descriptor)
      unsafe unlink(temporaryPath)
    }
    let code = posix_fallocate(descriptor, 0, expectedBytes)
    // Some file systems can't reserve; then a full disk shows at the writing.
    guard code == 0 || code == EOPNOTSUPP || code == EINVAL else {
      throw failure(code)
    }
  }

  /// Replaces the file; a failure leaves it unchanged.
  package func write(_ result: some Encodable) throws(SuiteError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(result)) + [UInt8(ascii: "\n")]
    } catch {
      throw .unwritten(path, "\(error)", remedy: remedy)
    }
    try write(bytes: bytes)
  }

  /// Replaces the file, and waits until the disk has it; a failure leaves it unchanged.
  package func write(bytes: [UInt8]) throws(SuiteError) {
    let descriptor = try create()
    var code = WrittenFile.write(bytes, to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = errno }
    // Some file systems report a full disk only when the file is closed.
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, unsafe rename(temporaryPath, path) != 0 { code = errno }
    guard code == 0 else {
      unsafe unlink(temporaryPath)
      throw failure(code)
    }
  }

  private func create() throws(SuiteError) -> Int32 {
    let descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    return descriptor
  }

  /// The path of a file after symbolic links; `nil` if it can't be opened.
  package static func followingLinks(_ path: String) -> String? {
    // SAFETY: if it is not nil, the result is a text that the caller owns, freed after it is copied.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private func failure(_ code: Int32) -> SuiteError {
    let remedy = SystemReason.remedy(code, orElse: remedy)
    return .unwritten(path, SystemReason.text(code), remedy: remedy)
  }

  /// What to do if results can't be written to a file of the user's, or to the temporary one of a benchmark run.
  package static func remedy(at path: String) -> String {
    WorkDirectory.isTemporary(path)
      ? WorkDirectory.otherTemporary : "give --json a file that can be written"
  }
}
