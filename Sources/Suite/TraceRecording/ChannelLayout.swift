import Glibc

/// How a channel's buffers, and the files they are written to, are laid out.
struct ChannelLayout: Sendable, Equatable {
  /// Bytes; a power of two.
  var subBufferSize = 1 << 20

  /// For each processor; a power of two.
  var subBufferCount = 8

  /// The limit of a stream's file, in bytes; a multiple of the sub-buffer's size.
  var fileSize: Int?

  /// After so many files of a stream the oldest is overwritten.
  var fileCount: Int?

  /// Whether the oldest events give way where there is no room, rather than the newest.
  var overwrites = false

  /// Buffers with 80 ms of slack at a million events a second, files without a limit.
  static let standard = ChannelLayout()

  /// Streams have a processor each, whether it is used or not.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_CONF))) }

  /// What a trace needs beside its streams: metadata, indexes, and the room kept back for them.
  private static let overhead = 512 << 10

  private static let smallestSubBuffer = 64 << 10

  /// The smallest limit on a trace's size: 4 sub-buffers a processor, each of 64 KiB.
  static func smallestFileLimit(processors: Int = processorCount) -> Int {
    overhead + processors * 4 * smallestSubBuffer
  }

  /// A ring of files that together stay below a size, for the streams of one user.
  ///
  /// - Parameters:
  ///   - limit: The size, in bytes; at least the smallest.
  ///   - processors: How many streams there are.
  /// - Returns: Small packets for a small limit, so that at least 4 fit into a stream's files.
  static func files(below limit: Int, processors: Int = processorCount) -> ChannelLayout {
    let room = max(4 * smallestSubBuffer, (limit - overhead) / processors)
    let subBuffer = powerOfTwo(notAbove: min(1 << 20, max(smallestSubBuffer, room / 8)))
    // 16 files or more where the packets allow it: what is overwritten goes in steps of a file.
    let file = max(1, room / 16 / subBuffer) * subBuffer
    return ChannelLayout(
      subBufferSize: subBuffer,
      subBufferCount: (8 << 20) / subBuffer,
      fileSize: file,
      fileCount: room / file
    )
  }

  /// Buffers in memory, for the streams of one user, in which the newest events stay.
  ///
  /// - Parameters:
  ///   - size: The memory of all of them, in bytes; at least the smallest. What LTTng can use of it
  ///     is a power of two for each processor.
  ///   - processors: How many streams there are.
  /// - Returns: 16 sub-buffers each where they are large enough: one of them is always in use.
  static func memory(of size: Int, processors: Int = processorCount) -> ChannelLayout {
    let room = powerOfTwo(notAbove: size / processors)
    let count = room >= 16 * smallestSubBuffer ? 16 : 4
    return ChannelLayout(subBufferSize: room / count, subBufferCount: count, overwrites: true)
  }

  /// The smallest memory for a flight recorder: 4 pages of 4 KiB a processor.
  static func smallestMemory(processors: Int = processorCount) -> Int {
    processors * 4 * (4 << 10)
  }

  private static func powerOfTwo(notAbove value: Int) -> Int {
    1 << (Int.bitWidth - 1 - max(1, value).leadingZeroBitCount)
  }
}
