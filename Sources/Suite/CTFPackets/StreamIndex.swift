/// LTTng's index of a stream file, next to it: one record for each packet.
///
/// libbabeltrace2 2.0.4 silently drops an index that is longer than its stream, so that a file cut between two packets would be read as if
/// it were whole; and it aborts the process if one of the same length points to the wrong places.
package struct StreamIndex: Sendable {
  /// The extents of the packets; `nil` if the file is no index.
  package let records: [PacketExtent]?

  /// In bytes.
  private var recordLength = 0
  fileprivate static let headerLength = 16
  fileprivate static let magic: UInt64 = 0xC1F1_DCC1

  /// Opens the index of a stream file, if there is one: `FOLDER/index/NAME.idx` for `FOLDER/NAME`.
  package init?(streamFile: String) {
    let parts = streamFile.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last else { return nil }
    let directory = parts.dropLast().joined(separator: "/")
    guard let file = BinaryFile(path: "\(directory)/index/\(name).idx") else { return nil }
    self.init(bytes: file.bytes(at: 0, count: Int(clamping: file.size)))
  }

  /// Reads an index, whose numbers are big-endian.
  ///
  /// Header: magic, major, minor, length of a record, of 4 bytes each. A
  /// record starts with five numbers of 8 bytes: offset, packet's size, content's size, timestamps.
  package init(bytes: [UInt8]) {
    func number(at offset: Int, byteCount: Int) -> UInt64 {
      bytes.integer(at: offset, byteCount: byteCount, isBigEndian: true)
    }
    let length = Int(number(at: 12, byteCount: 4))
    guard number(at: 0, byteCount: 4) == Self.magic, (40...4096).contains(length) else {
      records = nil
      return
    }
    recordLength = length
    records = stride(from: Self.headerLength, through: bytes.count - length, by: length).map {
      start in
      func field(_ index: Int) -> UInt64 { number(at: start + index * 8, byteCount: 8) }
      return PacketExtent(
        offset: field(0),
        packetSize: field(1),
        contentSize: field(2),
        begin: field(3),
        end: field(4)
      )
    }
  }

  /// The ends of the whole packets in the stream file and in the index, in bytes.
  ///
  /// - Parameter streamSize: The size of the stream file.
  /// - Returns: `nil` if the file is no index.
  package func wholePackets(streamSize: Int) -> (streamEnd: Int, indexEnd: Int)? {
    guard let records else { return nil }
    var end = (streamEnd: 0, indexEnd: Self.headerLength)
    for record in records {
      guard record.offset == UInt64(end.streamEnd),
        record.packetSize / 8 <= UInt64(streamSize - end.streamEnd)
      else { break }
      end.streamEnd += Int(record.packetSize / 8)
      end.indexEnd += recordLength
    }
    return end
  }
}

/// A stream's losses up to its newest packet, from the last record of its index.
package struct StreamLoss: Sendable, Equatable {
  /// Events that found no room, since the recording began.
  package var discardedEvents: UInt64

  /// The number of the packet; the first is 0.
  package var sequence: UInt64

  package var packetCount: UInt64

  /// Reads the end of a growing index; `nil` before its first packet, and if its records lack these numbers (LTTng 2.7 and before).
  ///
  /// - Parameter path: The file `index/NAME.idx`.
  package init?(index path: String) {
    guard let file = BinaryFile(path: path) else { return nil }
    let header = file.bytes(at: 0, count: StreamIndex.headerLength)
    guard header.integer(at: 0, byteCount: 4, isBigEndian: true) == StreamIndex.magic else {
      return nil
    }
    let length = header.integer(at: 12, byteCount: 4, isBigEndian: true)
    guard (72...4096).contains(length), file.size >= 16 + length else { return nil }
    packetCount = (file.size - 16) / length
    let record = file.bytes(at: 16 + (packetCount - 1) * length, count: 72)
    // After the offset, two sizes and two times; and after the stream's class and number.
    discardedEvents = record.integer(at: 40, byteCount: 8, isBigEndian: true)
    sequence = record.integer(at: 64, byteCount: 8, isBigEndian: true)
  }
}
