import FoundationEssentials
import Glibc
package import SuiteErrors

/// What a file holds and what to do where it can't be written, for the message.
package struct ResultFileAdvice: Sendable {
  /// As in `cannot write the results`.
  package let content: String
  /// A clause that asks for something.
  package let remedy: String

  package init(_ content: String = "the results", remedy: String) {
    self.content = content
    self.remedy = remedy
  }

  /// Results of an option of that name.
  package static let json = ResultFileAdvice(remedy: "give --json a file that can be written")

  /// Results of a file that the user has named, or that is a temporary one of who runs a benchmark.
  package static func results(at path: String) -> ResultFileAdvice {
    WorkDirectory.isTemporary(path) ? ResultFileAdvice(remedy: WorkDirectory.otherTemporary) : .json
  }
}

/// A file of results that is complete at every moment.
///
/// Each version is written to a temporary file beside it, which then takes its name: who reads sees
/// the version before or the new one, and so does who kills the process.
// SAFETY: paths that are given to the system here are texts of Swift, which outlive the calls.
package struct ResultFile: Sendable {
  /// Where the results go, after symbolic links.
  package let path: String

  private let temporaryPath: String
  private let advice: ResultFileAdvice

  /// Makes sure that the file can be written, before anything is measured.
  ///
  /// A file that is there is not touched.
  ///
  /// - Parameters:
  ///   - path: Where the results go.
  ///   - expectedBytes: How large they may become; so much must be free on the disk. Raw samples take some kilobytes a row: a megabyte
  ///     is room for a hundred rows and more.
  ///   - advice: What the file holds, and what to do where it can't be written.
  /// - Throws: ``SuiteError``.
  package init(
    path: String,
    expectedBytes: Int = 1 << 20,
    advice: ResultFileAdvice = .json
  ) throws(SuiteError) {
    var status = stat()
    var target = path
    // SAFETY: the struct outlives the call.
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotWrite(path, "it is there and is not a regular file", advice: advice)
      }
      // Without this, a symbolic link would be replaced by the file.
      target = Self.followingLinks(path) ?? path
    }
    self.path = target
    self.advice = advice
    self.temporaryPath = "\(target).\(getpid()).partial"

    let descriptor = try create()
    defer {
      close(descriptor)
      unsafe unlink(temporaryPath)
    }
    let code = posix_fallocate(descriptor, 0, expectedBytes)
    // Some file systems can't reserve; then a full disk shows when it is written.
    guard code == 0 || code == EOPNOTSUPP || code == EINVAL else {
      throw failure(code)
    }
  }

  /// Replaces the file; where that fails, it is what it was.
  package func write(_ result: some Encodable) throws(SuiteError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(result)) + [UInt8(ascii: "\n")]
    } catch {
      throw .cannotWrite(path, "\(error)", advice: advice)
    }
    try write(bytes: bytes)
  }

  /// Replaces the file, and waits until the disk has it; where that fails, it is what it was.
  package func write(bytes: [UInt8]) throws(SuiteError) {
    let descriptor = try create()
    var code = Self.writeAll(bytes, to: descriptor)
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

  /// The path of a file after symbolic links; `nil` where it can't be opened.
  package static func followingLinks(_ path: String) -> String? {
    // SAFETY: where it is not nil, the result is a text that the caller owns, freed after it is copied.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private func failure(_ code: Int32) -> SuiteError {
    SuiteError(
      path,
      "cannot write \(advice.content): \(SystemReason.text(code))",
      remedy: SystemReason.remedy(code, orElse: advice.remedy)
    )
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the pointer is used within the call only, with the count of the same array.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}

extension SuiteError {
  /// Results that can't be written, and the system's reason.
  package static func cannotWrite(
    _ path: String,
    _ reason: String,
    advice: ResultFileAdvice
  ) -> SuiteError {
    SuiteError(path, "cannot write \(advice.content): \(reason)", remedy: advice.remedy)
  }
}
