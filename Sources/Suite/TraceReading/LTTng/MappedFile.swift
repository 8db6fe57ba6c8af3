import Glibc

/// The bytes of a regular file, in memory as they are needed.
///
/// SAFETY: the memory is read only and lives as long as the object; what is made of it is used only meanwhile. If the file is cut
/// meanwhile, a signal ends the process; commands that read others' recordings explain it.
@safe final class MappedFile {
  /// How much is released at a time: a power of two, of many pages.
  private static let pieceSize = 1 << 22

  let bytes: UnsafeRawBufferPointer
  /// The end of the released part.
  private var released = 0

  /// Maps a file; `nil` if it can't be read, or is empty.
  init?(path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    else { return nil }
    let size = Int(status.st_size)
    guard let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    unsafe madvise(memory, size, MADV_SEQUENTIAL)
    unsafe bytes = UnsafeRawBufferPointer(start: memory, count: size)
  }

  /// Releases the memory before an offset, some megabytes at a time, so that a long trace doesn't fill it; the bytes can still be read
  /// again from the file.
  func release(before offset: Int) {
    let end = unsafe min(offset, bytes.count) & ~(Self.pieceSize - 1)
    guard end > released, let base = unsafe bytes.baseAddress else { return }
    let memory = unsafe UnsafeMutableRawPointer(mutating: base + released)
    unsafe madvise(memory, end - released, MADV_DONTNEED)
    released = end
  }

  deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
