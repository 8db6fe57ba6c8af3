import Glibc

/// The bytes of a regular file, in memory as they are needed.
///
/// SAFETY: the memory is read only, and goes with the object; what is made of it is used only while that lives. A file that is cut
/// meanwhile ends the process by a signal; commands that read what others have recorded say what it means.
@safe final class MappedFile {
  /// How much is given back at a time: a power of two, of many pages.
  private static let pieceSize = 1 << 22

  let bytes: UnsafeRawBufferPointer
  /// Up to where it was given back.
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

  /// Gives the memory of what comes before a place back, once that is some megabytes, so that a long trace doesn't fill it; the
  /// bytes can be read again all the same, from the file.
  func release(before offset: Int) {
    let end = unsafe min(offset, bytes.count) & ~(Self.pieceSize - 1)
    guard end > released, let base = unsafe bytes.baseAddress else { return }
    let memory = unsafe UnsafeMutableRawPointer(mutating: base + released)
    unsafe madvise(memory, end - released, MADV_DONTNEED)
    released = end
  }

  deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
