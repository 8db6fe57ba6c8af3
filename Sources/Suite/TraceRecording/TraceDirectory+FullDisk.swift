import Glibc

/// On a full disk the description of the events (`metadata`), a few KiB, decides whether the rest
/// can be read. It is written a tenth of a second after the first events at the latest, which is
/// too late where they fill the disk. Room for it is kept back in a file from the start. Giving
/// that file up is not enough: the next packet, a MiB, takes it all. So the blocks are reserved
/// for the metadata file itself, beyond its end, within microseconds.
extension TraceDirectory {
  /// Hands the room that was kept back to the descriptions of events.
  func giveReserveToMetadata() {
    let files = metadataFiles.map { (descriptor: open($0, O_WRONLY | O_CLOEXEC), path: $0) }
      .filter { $0.descriptor >= 0 }
    let sizes = files.map { off_t(Self.size(of: $0.path)) }
    releaseReserve()
    for (file, size) in zip(files, sizes) {
      // Where the file system cannot do it, the room is merely free.
      _ = Self.reserveBlocks(
        of: file.descriptor,
        from: size,
        count: Self.reserveSize / off_t(files.count)
      )
      close(file.descriptor)
    }
  }

  /// Frees blocks beyond the ends of the descriptions.
  func trimMetadata() {
    for file in metadataFiles { truncate(file, off_t(Self.size(of: file))) }
  }

  private static func reserveBlocks(
    of descriptor: Int32,
    from offset: off_t,
    count: off_t
  ) -> Bool {
    // <linux/falloc.h>; neither the function nor the constant is in Swift's Glibc module.
    let keepSize: Int32 = 1
    guard let symbol = dlsym(nil, "fallocate") else { return false }
    // SAFETY: glibc declares `int fallocate(int, int, off_t, off_t)`; the signature matches.
    let fallocate = unsafeBitCast(
      symbol,
      to: (@convention(c) (Int32, Int32, off_t, off_t) -> Int32).self
    )
    return fallocate(descriptor, keepSize, offset, count) == 0
  }
}
