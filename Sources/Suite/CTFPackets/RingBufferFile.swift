/// The ring buffer of a stream in shared memory, read while programs write into it.
///
/// LTTng-UST begins each buffer with a description of its layout, for `lttng-crash`, which reads the buffers after a crash: offsets,
/// lengths and strides of the few fields that lead to the packets, so that other fields may move from version to version. This reads
/// version 0.0, the only one since 2.7, packed and in the machine's byte order. 0: a magic number of 16 bytes, 24: 0x1234, 26: the version,
/// 30: the size of a word; from 32 on offsets of 4 bytes, from 76 on lengths of one, from 84 on strides of 4, from 96 on sizes of 8, 120:
/// the mode.
///
/// Positions only grow: the bytes that programs have written since the buffer was made, including padding and headers.
package struct RingBufferFile: ~Copyable {
  private static let descriptionSize = 128
  private static let magic: [UInt8] = [0x17, 0x7B, 0xF1, 0x77, 0xBF].repeated(to: 16)
  private static let byteOrderMark: UInt64 = 0x1234

  private let file: BinaryFile
  private let description: [UInt8]
  private let isBigEndian: Bool

  /// The total size of its sub-buffers, in bytes; a power of two, as that of one is.
  package let size: UInt64

  /// The size of a sub-buffer, and so of the largest packet, in bytes.
  package let subBufferSize: UInt64

  package let subBufferCount: UInt64

  /// Whether a full buffer overwrites its oldest packet.
  package let overwrites: Bool

  /// Opens a buffer; `nil` if the file can't be read, or isn't a buffer of a known version.
  package init?(path: String) {
    guard let file = BinaryFile(path: path) else { return nil }
    let bytes = file.bytes(at: 0, count: Self.descriptionSize)
    guard bytes.count == Self.descriptionSize, bytes.starts(with: Self.magic) else { return nil }
    let isBigEndian = bytes.integer(at: 24, byteCount: 2, isBigEndian: true) == Self.byteOrderMark
    func number(at offset: Int, byteCount: Int) -> UInt64 {
      bytes.integer(at: offset, byteCount: byteCount, isBigEndian: isBigEndian)
    }
    let size = number(at: 96, byteCount: 8)
    let subBufferSize = number(at: 104, byteCount: 8)
    let subBufferCount = number(at: 112, byteCount: 8)
    guard number(at: 24, byteCount: 2) == Self.byteOrderMark, number(at: 26, byteCount: 4) == 0,
      subBufferSize >= UInt64(PacketHeader.size), size == subBufferSize &* subBufferCount,
      size < 1 << 48, size.nonzeroBitCount == 1
    else { return nil }
    self.size = size
    self.subBufferSize = subBufferSize
    self.subBufferCount = subBufferCount
    overwrites = number(at: 120, byteCount: 4) == 0
    self.file = file
    self.isBigEndian = isBigEndian
    description = bytes
  }

  /// The end of the written part, in bytes.
  package var produced: UInt64 { field(at: word(32), byteCount: length(76)) }

  /// The end of the part that the consumer has read, in bytes.
  package var consumed: UInt64 { field(at: word(36), byteCount: length(77)) }

  /// The whole sub-buffers that wait for the consumer; for a buffer that overwrites, those that it keeps.
  package var fullSubBuffers: UInt64 {
    let (read, written) = (consumed / subBufferSize, produced / subBufferSize)
    return min(subBufferCount, written >= read ? written - read : 0)
  }

  /// Copies the written part of the packet that programs write into at present, or its beginning.
  ///
  /// - Parameter limit: The maximum number of bytes. A longer packet's last event is cut.
  /// - Returns: A packet for a file of its own; `nil` if it has no event, or others have replaced it meanwhile.
  /// - Complexity: Some reads of single numbers and one of the packet.
  package func newestPacket(limit: Int) -> [UInt8]? {
    let position = produced
    let index = position % size / subBufferSize
    let commits = field(at: word(40) &+ index &* word(84) &+ word(44), byteCount: length(78))
    // Commits count like positions, but only within one sub-buffer; a whole one is not the newest for long.
    let written = commits % subBufferSize
    guard written > UInt64(PacketHeader.size) else { return nil }
    let identity = field(at: word(48) &+ index &* word(88) &+ word(52), byteCount: length(79))
    // If the consumer exchanges sub-buffers, the upper half of the word says which are exchanged.
    let place = overwrites ? identity % (1 << (wordSize * 4)) : identity
    let pages = field(at: word(56) &+ place &* word(92) &+ word(60), byteCount: length(80))
    let start = field(at: pages &+ word(64), byteCount: length(81))
    var bytes = file.bytes(at: start, count: Int(clamping: min(written, UInt64(limit))))
    guard bytes.count > PacketHeader.size, produced / subBufferSize == position / subBufferSize
    else { return nil }
    complete(&bytes)
    return bytes
  }

  /// Writes into a packet what LTTng writes when it is full: its sizes, and its end time.
  private func complete(_ bytes: inout [UInt8]) {
    let begin = bytes.integer(
      at: PacketHeader.beginOffset,
      byteCount: 8,
      isBigEndian: isBigEndian
    )
    let bits = UInt64(bytes.count) * 8
    for (offset, value) in [
      // Some time after its last event; readers would search for that one if it were 0.
      (PacketHeader.endOffset, begin &+ 1 << 40), (PacketHeader.contentSizeOffset, bits),
      (PacketHeader.packetSizeOffset, bits),
    ] {
      for byte in 0..<8 {
        bytes[offset + byte] = UInt8(
          truncatingIfNeeded: value >> (8 * UInt64(isBigEndian ? 7 - byte : byte))
        )
      }
    }
  }

  private var wordSize: UInt64 { UInt64(min(8, description[30])) }
  private func length(_ place: Int) -> Int { Int(min(8, description[place])) }

  /// An offset or a stride of the description.
  private func word(_ place: Int) -> UInt64 {
    description.integer(at: place, byteCount: 4, isBigEndian: isBigEndian)
  }

  /// Reads a number that programs change.
  private func field(at offset: UInt64, byteCount: Int) -> UInt64 {
    file.bytes(at: offset, count: byteCount)
      .integer(at: 0, byteCount: byteCount, isBigEndian: isBigEndian)
  }
}

extension [UInt8] {
  /// The bytes, repeated to a length.
  fileprivate func repeated(to length: Int) -> [UInt8] { (0..<length).map { self[$0 % count] } }
}
