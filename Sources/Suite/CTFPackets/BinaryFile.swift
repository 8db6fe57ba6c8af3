import Glibc

/// Reads bytes at offsets of a regular file.
struct BinaryFile: ~Copyable {
  private let descriptor: Int32

  /// In bytes, when the file was opened.
  let size: UInt64

  /// Opens a file; `nil` if it can't be read, or isn't a regular file.
  init?(path: String) {
    // SAFETY, here and below: the pointers are to the path and to one `stat`, for the call only.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    size = UInt64(clamping: status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes; fewer than `count` only if the file ends before.
  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    // SAFETY: pread writes at most `count` bytes, the buffer's capacity, and returns how many.
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = unsafe max(
        0,
        pread(descriptor, buffer.baseAddress, count, off_t(clamping: offset))
      )
    }
  }
}

extension [UInt8] {
  /// Reads an unsigned integer of 4 or 8 bytes; 0 beyond the end.
  package func integer(at offset: Int, byteCount: Int, isBigEndian: Bool) -> UInt64 {
    guard offset + byteCount <= count else { return 0 }
    let bytes = self[offset..<offset + byteCount]
    return isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt64($1) }
      : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
