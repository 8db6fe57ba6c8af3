import FoundationEssentials
import Glibc

/// A file of results that is complete at every moment.
///
/// Each version is written to a temporary file beside it, which then takes its name: who reads sees
/// the version before or the new one, and so does who kills the process.
package struct ResultFile: Sendable {
  /// Where the results go, after symbolic links.
  package let path: String

  private let temporaryPath: String

  /// Makes sure that the file can be written, before anything is measured.
  ///
  /// A file that is there is not touched.
  ///
  /// - Parameters:
  ///   - path: Where the results go.
  ///   - expectedBytes: How large they may become; so much must be free on the disk.
  /// - Throws: ``ResultFileError/cannotWrite(path:reason:)``.
  package init(path: String, expectedBytes: Int) throws(ResultFileError) {
    var status = stat()
    var target = path
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotWrite(path: path, reason: "it is there and is not a regular file")
      }
      // Without this, a symbolic link would be replaced by the file.
      target = Self.followingLinks(path)
    }
    self.path = target
    self.temporaryPath = "\(target).\(getpid()).partial"

    let descriptor = try create()
    defer {
      close(descriptor)
      unlink(temporaryPath)
    }
    let code = posix_fallocate(descriptor, 0, expectedBytes)
    // Some file systems can't reserve; then a full disk shows when it is written.
    guard code == 0 || code == EOPNOTSUPP || code == EINVAL else {
      throw failure(code)
    }
  }

  /// Replaces the file.
  ///
  /// - Parameter result: What the file shall hold.
  /// - Throws: ``ResultFileError/cannotWrite(path:reason:)``; then the file is what it was.
  package func write(_ result: some Encodable) throws(ResultFileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(result)) + [UInt8(ascii: "\n")]
    } catch {
      throw .cannotWrite(path: path, reason: "\(error)")
    }
    try write(bytes: bytes)
  }

  /// Replaces the file, and waits until the disk has it.
  ///
  /// - Parameter bytes: What the file shall hold.
  /// - Throws: ``ResultFileError/cannotWrite(path:reason:)``; then the file is what it was.
  package func write(bytes: [UInt8]) throws(ResultFileError) {
    let descriptor = try create()
    var code = Self.writeAll(bytes, to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = errno }
    // Some file systems report a full disk only when the file is closed.
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(temporaryPath, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporaryPath)
      throw failure(code)
    }
  }

  private func create() throws(ResultFileError) -> Int32 {
    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    return descriptor
  }

  private static func followingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func failure(_ code: Int32) -> ResultFileError {
    .cannotWrite(path: path, reason: String(cString: strerror(code)))
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
