import Glibc

/// A file that grows at its end by whole pieces, and that nobody else opens for this meanwhile.
///
/// What is written survives the end of the process, but not that of the machine.
final class AppendedFile {
  /// The file itself, if it was opened through a link.
  let path: String
  private var descriptor: CInt
  /// The end of the last whole piece.
  private(set) var size: Int
  /// Whether a piece was cut short and couldn't be taken back.
  private var isTorn = false

  /// Opens or creates a file.
  ///
  /// - Throws: `StoreLogError.fileInUse`, `fileFailed`.
  init(_ path: String) throws(StoreLogError) {
    while true {
      let descriptor = try Self.open(path, O_RDWR | O_APPEND | O_CREAT, mode: 0o644)
      var status = stat()
      var named = stat()
      // SAFETY: the structures live longer than the calls.
      let isRead = unsafe fstat(descriptor, &status) == 0
      guard isRead, status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw .fileFailed(path: path, reason: "it is no file")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let isInUse = errno == EWOULDBLOCK
        let error = Self.failure(path, "locked")
        close(descriptor)
        throw isInUse ? .fileInUse(path: path) : error
      }
      // Another process may have replaced the file before it was locked.
      let isFound = unsafe stat(path, &named) == 0
      if isFound, named.st_ino == status.st_ino, named.st_dev == status.st_dev {
        self.descriptor = descriptor
        self.path = Self.resolved(path)
        size = Int(status.st_size)
        // Left by a process that ended while it wrote a new file.
        _ = unsafe unlink(self.path + ".new")
        return
      }
      close(descriptor)
    }
  }

  deinit {
    // A process that is being started holds a copy of the descriptor, and of the lock, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The bytes from a position on.
  ///
  /// - Throws: `StoreLogError.fileFailed`.
  func bytes(from start: Int = 0) throws(StoreLogError) -> [UInt8] {
    var failure: StoreLogError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size - start) { buffer, count in
      while count < size - start {
        // SAFETY: the rest of the buffer is as long as it says.
        let read = unsafe pread(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + count },
          size - start - count,
          off_t(start + count)
        )
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = Self.failure(path, "read") }
        if read <= 0 { return }
        count += read
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Appends a piece, or nothing.
  ///
  /// - Throws: `StoreLogError.fileFailed`.
  func append(_ piece: String) throws(StoreLogError) {
    if isTorn { try truncate(to: size) }
    do {
      try Self.write(Array(piece.utf8), to: descriptor, path)
    } catch {
      isTorn = true
      try? truncate(to: size)
      throw error
    }
    size += piece.utf8.count
  }

  /// Removes everything from a position on.
  ///
  /// - Throws: `StoreLogError.fileFailed`.
  func truncate(to size: Int) throws(StoreLogError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw Self.failure(path, "shortened") }
    self.size = size
    isTorn = false
  }

  /// Replaces everything before a position atomically: a reader finds all of the old file or all of the new one, even after the machine
  /// went down.
  ///
  /// - Throws: `StoreLogError.fileFailed`; then nothing has changed.
  func replace(before start: Int, by piece: String) throws(StoreLogError) {
    let contents = Array(piece.utf8) + (try bytes(from: start))
    let newPath = path + ".new"
    var status = stat()
    // SAFETY: the structure lives longer than the call.
    let isRead = unsafe fstat(descriptor, &status) == 0
    // Unlinked first, so that an existing link is not written through.
    _ = unsafe unlink(newPath)
    let new = try Self.open(
      newPath,
      O_RDWR | O_APPEND | O_CREAT | O_EXCL,
      mode: isRead ? status.st_mode & 0o777 : 0o600
    )
    do throws(StoreLogError) {
      if isRead { fchmod(new, status.st_mode & 0o777) }
      try Self.write(contents, to: new, newPath)
      guard fsync(new) == 0, flock(new, LOCK_EX | LOCK_NB) == 0, unsafe rename(newPath, path) == 0
      else { throw Self.failure(newPath, "written") }
    } catch {
      _ = unsafe unlink(newPath)
      close(new)
      throw error
    }
    close(descriptor)
    descriptor = new
    size = contents.count
  }

  private static func open(
    _ path: String,
    _ flags: CInt,
    mode: mode_t
  ) throws(StoreLogError) -> CInt {
    let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure(path, "opened") }
    return descriptor
  }

  private static func write(
    _ bytes: [UInt8],
    to descriptor: CInt,
    _ path: String
  ) throws(StoreLogError) {
    var failure: StoreLogError?
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        // SAFETY: the bytes exist as long as the closure runs.
        let count = unsafe Glibc.write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = Self.failure(path, "written")
          return
        }
        unsafe rest = rest.dropFirst(count)
      }
    }
    if let failure { throw failure }
  }

  /// The target of links.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    // SAFETY: a string that ends in 0, and belongs to the caller.
    return unsafe String(cString: resolved)
  }

  private static func failure(_ path: String, _ verb: String) -> StoreLogError {
    // SAFETY: `strerror` returns a string that stays until the next call, and it is copied.
    let reason = unsafe String(cString: strerror(errno))
    return .fileFailed(path: path, reason: "it can't be \(verb): \(reason)")
  }
}
