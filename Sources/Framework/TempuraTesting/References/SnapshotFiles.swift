import Foundation

/// A folder of files that belong to snapshots.
struct SnapshotFiles: Sendable {
  let folder: String

  // SAFETY: for all calls with paths: the strings outlive them.

  func path(_ file: String) -> String { "\(folder)/\(file)" }

  /// The bytes of a file; nil if it doesn't exist.
  ///
  /// - Throws: ``SnapshotError`` if it exists but can't be read.
  func read(_ file: String) throws(SnapshotError) -> Data? {
    let path = path(file)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: Self.reason)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: Self.reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it isn't a file")
    }
    var data = Data(count: Int(status.st_size))
    // SAFETY: the buffer has as many bytes as requested.
    let count = unsafe data.withUnsafeMutableBytes { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    guard count == data.count else {
      throw .unreadable(path: path, reason: count < 0 ? Self.reason : "it was changed meanwhile")
    }
    return data
  }

  /// Writes a file, replacing an existing one, and creates the folder if it is missing.
  ///
  /// - Throws: ``SnapshotError``.
  func write(_ data: Data, to file: String) throws(SnapshotError) {
    let path = path(file)
    guard let slash = path.lastIndex(of: "/"), makeFolder(String(path[..<slash])) else {
      throw .unwritable(path: path, reason: Self.reason)
    }
    // A process that ends meanwhile leaves the old file intact.
    let temporary = "\(path).\(getpid()).new"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: Self.reason) }
    var place = 0
    while place < data.count {
      // SAFETY: as many bytes follow the offset.
      let count = unsafe data.withUnsafeBytes { bytes in
        unsafe Foundation.write(
          descriptor,
          bytes.baseAddress.map { unsafe $0 + place },
          bytes.count - place
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      place += count
    }
    let reason = Self.reason
    guard close(descriptor) == 0, place == data.count else {
      unsafe unlink(temporary)
      throw .unwritable(path: path, reason: reason)
    }
    guard unsafe rename(temporary, path) == 0 else {
      let reason = Self.reason
      unsafe unlink(temporary)
      throw .unwritable(path: path, reason: reason)
    }
  }

  private func makeFolder(_ path: String) -> Bool {
    if unsafe mkdir(path, 0o777) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex,
      makeFolder(String(path[..<slash]))
    else { return false }
    return unsafe mkdir(path, 0o777) == 0 || errno == EEXIST
  }

  /// Opens a file, creating it if it is missing, and waits for its lock; closing it releases the lock.
  ///
  /// - Throws: ``SnapshotError``.
  func lock(_ file: String) throws(SnapshotError) -> Int32 {
    let path = path(file)
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: Self.reason) }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      let reason = Self.reason
      close(descriptor)
      throw .unwritable(path: path, reason: reason)
    }
    return descriptor
  }

  /// Names in a folder; none if it doesn't exist.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }

  func removeFolder(_ folder: String) { try? FileManager.default.removeItem(atPath: path(folder)) }

  func remove(_ file: String) { unsafe unlink(path(file)) }

  /// The last error, in the system's words.
  private static var reason: String {
    // SAFETY: `strerror` returns a string that is valid until the next call, and it is copied.
    unsafe String(cString: strerror(errno))
  }
}

enum SnapshotFileNames {
  /// Checks a test's name for a snapshot.
  ///
  /// - Throws: ``SnapshotError``.
  static func check(_ name: String) throws(SnapshotError) {
    let isUsable =
      !name.isEmpty && !name.hasPrefix(".") && !name.contains("/")
      && !name.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
      // The system's limit, minus a suffix.
      && name.utf8.count <= 200
    if !isUsable { throw .unusableName(name) }
  }

  /// The reference folder of a test file: `Snapshots/CartTests` next to `CartTests.swift`.
  static func folder(besides filePath: String) -> String {
    let file = URL(fileURLWithPath: filePath)
    return file.deletingLastPathComponent().appending(path: "Snapshots")
      .appending(path: file.deletingPathExtension().lastPathComponent).path
  }

  /// The folder for a process's results: that of `TEMPURA_SNAPSHOT_RESULTS`, or `.build/snapshots`.
  static func resultsFolder(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let folder = environment["TEMPURA_SNAPSHOT_RESULTS"] ?? ""
    return folder.isEmpty ? "\(FileManager.default.currentDirectoryPath)/.build/snapshots" : folder
  }

  /// A folder's place among results: its path from the current one.
  static func relative(_ folder: String) -> String {
    let path = URL(fileURLWithPath: folder).standardizedFileURL.path
    let current = FileManager.default.currentDirectoryPath + "/"
    let relative = path.hasPrefix(current) ? path.dropFirst(current.count) : path.drop { $0 == "/" }
    return String(relative)
  }
}
