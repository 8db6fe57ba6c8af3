import Foundation

/// The index that LTTng keeps beside a stream file: one record for each of its packets.
///
/// libbabeltrace2 2.0.4 drops an index that is longer than its stream without a word, so that a file
/// cut between two packets would be read as if it were whole; and it aborts the process where one of
/// the same length points to the wrong places.
struct StreamIndex {
  /// The sizes and times of a packet, as an index or the packet itself says; sizes are in bits.
  struct Record: Equatable {
    var offset: UInt64
    var packetSize: UInt64
    var contentSize: UInt64
    var beginTimestamp: UInt64
    var endTimestamp: UInt64
  }

  /// `nil` if the file is no index.
  let records: [Record]?

  /// Opens the index of a stream file, if there is one.
  init?(streamFile: String) {
    let parts = streamFile.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last else { return nil }
    let directory = parts.dropLast().joined(separator: "/")
    guard let file = BinaryFile(path: "\(directory)/index/\(name).idx") else { return nil }
    records = Self.records(of: file)
  }

  /// Reads the file, whose numbers are big-endian.
  ///
  /// Header: magic, major, minor, length of a record, of 4 bytes each. A
  /// record starts with five numbers of 8 bytes: offset, packet's size, content's size, timestamps.
  private static func records(of file: borrowing BinaryFile) -> [Record]? {
    let header = file.bytes(at: 0, count: 16)
    guard header.integer(at: 0, byteCount: 4, isBigEndian: true) == 0xC1F1_DCC1 else { return nil }
    let length = header.integer(at: 12, byteCount: 4, isBigEndian: true)
    guard (40...4096).contains(length) else { return nil }
    var records: [Record] = []
    var offset: UInt64 = 16
    while offset + length <= file.size {
      let bytes = file.bytes(at: offset, count: 40)
      func field(_ index: Int) -> UInt64 {
        bytes.integer(at: index * 8, byteCount: 8, isBigEndian: true)
      }
      records.append(
        Record(
          offset: field(0),
          packetSize: field(1),
          contentSize: field(2),
          beginTimestamp: field(3),
          endTimestamp: field(4)
        )
      )
      offset += length
    }
    return records
  }
}
