import Glibc

/// The pages of a process that it has written, in memory that it reserved for much more.
enum PresentPages {
  static let size: UInt64 = 4096

  /// The written parts of a range; all of it if the kernel doesn't tell.
  ///
  /// Source: Documentation/admin-guide/mm/pagemap.rst of Linux: 8 bytes a page, of which bit 63 says that it is in memory, and bit 62 that
  /// it was swapped out.
  static func ranges(of range: Range<UInt64>, process: Int32) -> [Range<UInt64>] {
    // SAFETY: the path is a string for the call.
    let file = unsafe open("/proc/\(process)/pagemap", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [range] }
    defer { close(file) }
    let first = range.lowerBound / size
    let entries = FlatArray<UInt64>(count: Int(range.upperBound / size - first))
    let bytes = entries.count * 8
    let isRead = unsafe entries.withBytes(ofFirst: entries.count) { buffer in
      // SAFETY: the array has so many bytes.
      unsafe pread(file, buffer.baseAddress, bytes, off_t(first * 8)) == bytes
    }
    guard isRead else { return [range] }
    var found: [Range<UInt64>] = []
    for place in 0..<entries.count where entries[place] >> 62 != 0 {
      let start = (first + UInt64(place)) * size
      if let last = found.last, last.upperBound == start {
        found[found.count - 1] = last.lowerBound..<start + size
      } else {
        found.append(start..<start + size)
      }
    }
    return found
  }
}
