import Foundation

/// The packets of one stream file, followed from header to header.
struct StreamFile {
  /// The rest of the packet at which a stream file breaks off.
  struct PartialPacket: Equatable {
    /// Where it starts, in bytes.
    let offset: UInt64
    /// How much of it is there, in bytes; at least its header.
    let available: UInt64
    /// How long its content was, in bits.
    let contentSize: UInt64
    let isBigEndian: Bool
  }

  /// How many bytes from the start hold whole packets.
  let wholeSize: UInt64

  /// The packet that the file breaks off in, if it has its header.
  let partialPacket: PartialPacket?

  /// Whether the file goes on after its whole packets.
  let hasUnusableEnd: Bool

  /// Whether the index beside the file isn't about this file, so that the library must not see it.
  let hasUnusableIndex: Bool

  /// Why the file can't be read to its end, if it can't.
  let fault: TraceReadingError?

  /// Follows the packets.
  ///
  /// - Complexity: One read of 84 bytes for each packet.
  init(path: String, layout: PacketLayout) {
    guard let file = BinaryFile(path: path) else {
      wholeSize = 0
      partialPacket = nil
      hasUnusableEnd = false
      hasUnusableIndex = false
      fault = TraceReadingError(.unreadable, path: path, problem: "cannot be read")
      return
    }
    var packets: [StreamIndex.Record] = []
    var offset: UInt64 = 0
    var partial: PartialPacket?
    var fault: TraceReadingError?
    while offset < file.size, fault == nil {
      let header = file.bytes(at: offset, count: layout.headerSize)
      let available = file.size - offset
      guard header.count == layout.headerSize else {
        fault = Self.truncated(path: path, size: file.size)
        break
      }
      let isBigEndian = header.integer(at: 0, byteCount: 4, isBigEndian: true) == PacketLayout.magic
      func field(_ offset: Int, _ count: Int) -> UInt64 {
        header.integer(at: offset, byteCount: count, isBigEndian: isBigEndian)
      }
      let contentSize = field(layout.contentSizeOffset, 8)
      let packetSize = field(layout.packetSizeOffset, 8)
      guard field(0, 4) == PacketLayout.magic, packetSize % 8 == 0, contentSize <= packetSize,
        contentSize >= UInt64(layout.headerSize) * 8
      else {
        fault = TraceReadingError(
          .corrupt,
          path: path,
          problem: "the packet at byte \(offset) has a damaged header"
        )
        break
      }
      guard packetSize / 8 <= available else {
        partial = PartialPacket(
          offset: offset,
          available: available,
          contentSize: contentSize,
          isBigEndian: isBigEndian
        )
        fault = Self.truncated(path: path, size: file.size)
        break
      }
      packets.append(
        StreamIndex.Record(
          offset: offset,
          packetSize: packetSize,
          contentSize: contentSize,
          beginTimestamp: field(layout.beginTimestampOffset, 8),
          endTimestamp: field(layout.endTimestampOffset, 8)
        )
      )
      offset += packetSize / 8
    }
    let index = StreamIndex(streamFile: path)
    let isIndexAbout = index?.records?.starts(with: packets) ?? false
    if fault == nil, isIndexAbout, let last = index?.records?.last, last.offset >= file.size {
      let (end, overflow) = last.offset.addingReportingOverflow(last.packetSize / 8)
      fault = Self.truncated(path: path, size: file.size, of: overflow ? .max : end)
    }
    hasUnusableIndex = index != nil && !(isIndexAbout && index?.records?.count == packets.count)
    wholeSize = offset
    partialPacket = partial
    hasUnusableEnd = offset < file.size
    self.fault = fault
  }

  private static func truncated(
    path: String,
    size: UInt64,
    of total: UInt64? = nil
  ) -> TraceReadingError {
    let expected = total.map { " of \($0)" } ?? ", in the middle of a packet"
    return TraceReadingError(
      .truncated,
      path: path,
      problem: "the file ends after \(size) bytes\(expected)"
    )
  }
}

/// Where the sizes are in the header of a packet.
///
/// CTF lets each trace describe its own header. LTTng has written the same one since 2.8: a magic
/// number, the UUID, the stream class (4 bytes), the stream (8 bytes), then the context: two
/// timestamps, the content's size and the packet's size in bits, the packet's number, the count of
/// discarded events, the processor (4 bytes).
struct PacketLayout: Equatable {
  static let magic: UInt64 = 0xC1FC_1FC1

  let beginTimestampOffset = 32
  let endTimestampOffset = 40
  let contentSizeOffset = 48
  let packetSizeOffset = 56
  let headerSize = 84

  /// Recognizes the metadata of a trace with the header above.
  init?(metadata: Data) {
    let marks = ["tracer_name = \"lttng-", "stream_instance_id", "events_discarded"]
    guard marks.allSatisfy({ metadata.range(of: Data($0.utf8)) != nil }) else { return nil }
  }
}
