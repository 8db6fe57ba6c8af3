/// The index that LTTng keeps beside a stream file: one record for each of its packets.
///
/// libbabeltrace2 drops an index that doesn't fit its stream without a word, so that a stream file
/// cut between two packets would be read as if it were whole.
struct StreamIndex {
  /// The sum of the sizes of all packets, in bytes.
  let totalSize: UInt64

  init?(streamFile: String) {
    let parts = streamFile.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last else { return nil }
    let directory = parts.dropLast().joined(separator: "/")
    guard let file = BinaryFile(path: "\(directory)/index/\(name).idx") else { return nil }
    // All numbers are big-endian. Header: magic, major, minor, length of a record. A record starts
    // with the packet's offset in bytes and its size in bits.
    let header = file.bytes(at: 0, count: 16)
    guard header.integer(at: 0, byteCount: 4, isBigEndian: true) == 0xC1F1_DCC1 else { return nil }
    let length = header.integer(at: 12, byteCount: 4, isBigEndian: true)
    guard (16...4096).contains(length) else { return nil }
    var total: UInt64 = 0
    var offset: UInt64 = 16
    while offset + length <= file.size {
      let record = file.bytes(at: offset, count: 16)
      let size = record.integer(at: 8, byteCount: 8, isBigEndian: true) / 8
      let (sum, overflow) = total.addingReportingOverflow(size)
      guard !overflow else { return nil }
      total = sum
      offset += length
    }
    totalSize = total
  }
}
