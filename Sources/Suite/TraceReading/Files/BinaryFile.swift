import Foundation

/// Reads numbers at offsets of a file.
struct BinaryFile: ~Copyable {
  private let descriptor: Int32

  /// In bytes, when the file was opened.
  let size: UInt64

  init?(path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let size = FileStatus(path: path)?.regularFileSize else {
      close(descriptor)
      return nil
    }
    self.size = size
  }

  deinit { close(descriptor) }

  /// Reads bytes; fewer than `count` only if the file ends before.
  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // SAFETY: pread writes at most `count` bytes, which is the buffer's capacity.
      initialized = unsafe max(
        0,
        pread(descriptor, buffer.baseAddress, count, off_t(clamping: offset))
      )
    }
  }
}

extension [UInt8] {
  /// Reads an unsigned integer of 4 or 8 bytes; 0 beyond the end.
  func integer(at offset: Int, byteCount: Int, isBigEndian: Bool) -> UInt64 {
    guard offset + byteCount <= count else { return 0 }
    let bytes = self[offset..<offset + byteCount]
    return isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt64($1) }
      : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The kind of thing at a path.
struct FileStatus {
  private let status: stat

  /// Asks about what the path leads to, through symbolic links.
  init?(path: String) {
    var status = stat()
    // SAFETY: of both calls: the path is a string for the call, and the status is ours.
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// Asks about the path itself, which may be a symbolic link.
  init?(link path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.status = status
  }

  var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// In bytes; `nil` if it isn't a regular file.
  var regularFileSize: UInt64? {
    status.st_mode & S_IFMT == S_IFREG ? UInt64(clamping: status.st_size) : nil
  }
}
