package import Foundation

/// The place, the sizes and the time of a packet of events, as in its header and in LTTng's index.
package struct PacketExtent: Sendable, Equatable {
  /// Where it is in its file, in bytes.
  package var offset: UInt64

  /// Its size with padding, in bits.
  package var packetSize: UInt64

  /// The size of its contents with the header, in bits.
  package var contentSize: UInt64

  /// The clock at its first and its last moment; the trace has one clock.
  package var begin: UInt64
  package var end: UInt64

  /// The end of the packet: the start of the next one, or the file's end.
  package var upperBound: UInt64 { offset + packetSize / 8 }
}

/// The header of a packet of events.
///
/// CTF lets each trace describe its own header. LTTng has written the same one since 2.8, in the byte
/// order of the machine. 0: a magic number, 4: the trace's UUID, 20: the stream class, 24: the stream;
/// then the context of 64-bit words: 32 begin, 40 end, 48 content (bits), 56 packet (bits), 64 number in
/// the stream, 72 count of discarded events, and 80 the processor.
package struct PacketHeader: Sendable, Equatable {
  package static let size = 84
  static let beginOffset = 32
  static let endOffset = 40
  package static let contentSizeOffset = 48
  package static let packetSizeOffset = 56

  package var extent: PacketExtent

  /// Its number in its stream; the first is 0.
  package var sequence: UInt64

  package var isBigEndian = false

  /// The number of its stream's declaration, and that of the stream.
  package var streamClass: UInt64 = 0
  package var stream: UInt64 = 0

  /// How many events its stream had lost when it was full.
  package var discardedEvents: UInt64 = 0

  /// Whether the metadata of a trace describes the header above.
  package static func isDescribed(by metadata: Data) -> Bool {
    ["tracer_name = \"lttng-", "stream_instance_id", "events_discarded"]
      .allSatisfy { metadata.range(of: Data($0.utf8)) != nil }
  }
}

extension PacketHeader {
  /// Reads a header; `nil` if the bytes are no header.
  fileprivate init?(_ bytes: [UInt8], at offset: UInt64) {
    let magic: UInt64 = 0xC1FC_1FC1
    let isBigEndian = bytes.integer(at: 0, byteCount: 4, isBigEndian: true) == magic
    func word(_ position: Int) -> UInt64 {
      bytes.integer(at: position, byteCount: 8, isBigEndian: isBigEndian)
    }
    extent = PacketExtent(
      offset: offset,
      packetSize: word(Self.packetSizeOffset),
      contentSize: word(Self.contentSizeOffset),
      begin: word(Self.beginOffset),
      end: word(Self.endOffset)
    )
    streamClass = bytes.integer(at: 20, byteCount: 4, isBigEndian: isBigEndian)
    stream = word(24)
    sequence = word(64)
    discardedEvents = word(72)
    self.isBigEndian = isBigEndian
    guard isBigEndian || bytes.integer(at: 0, byteCount: 4, isBigEndian: false) == magic,
      extent.packetSize % 8 == 0, extent.contentSize <= extent.packetSize,
      extent.contentSize >= UInt64(Self.size) * 8
    else { return nil }
  }
}

/// The packets of a stream file, followed from header to header.
package struct PacketSequence: Sendable {
  /// The bytes after the last whole packet.
  package enum End: Sendable, Equatable {
    /// Nothing: the file is whole.
    case file
    /// Less than a header.
    case fragment
    /// Bytes that are no header.
    case damage
    /// A packet with a header, the rest of which is missing.
    case partialPacket(PacketHeader)
  }

  /// The whole packets, in their order.
  package private(set) var packets: [PacketHeader] = []

  package private(set) var end = End.file

  /// The size of the file, in bytes.
  package let fileSize: UInt64

  /// How many bytes from the start hold whole packets.
  package var wholeSize: UInt64 { packets.last?.extent.upperBound ?? 0 }

  /// Follows the packets; `nil` if there is no readable file.
  ///
  /// - Complexity: One read of 84 bytes for each packet.
  package init?(path: String) {
    guard let file = BinaryFile(path: path) else { return nil }
    fileSize = file.size
    while wholeSize < file.size {
      let offset = wholeSize
      let bytes = file.bytes(at: offset, count: PacketHeader.size)
      guard bytes.count == PacketHeader.size else {
        end = .fragment
        return
      }
      guard let header = PacketHeader(bytes, at: offset) else {
        end = .damage
        return
      }
      guard header.extent.packetSize / 8 <= file.size - offset else {
        end = .partialPacket(header)
        return
      }
      packets.append(header)
    }
  }
}
