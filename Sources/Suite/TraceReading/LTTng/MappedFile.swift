import Glibc

/// The bytes of a regular file, in memory as they are needed.
///
/// SAFETY: the memory is read only, and goes with the object; what is made of it is used only while that lives. A file that is cut
/// meanwhile ends the process by a signal; commands that read what others have recorded say what it means.
@safe final class MappedFile {
  let bytes: UnsafeRawBufferPointer

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

  deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
