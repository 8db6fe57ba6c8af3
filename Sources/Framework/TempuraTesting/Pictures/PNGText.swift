import Foundation

/// A text in a PNG file that other readers ignore: a `tEXt` chunk after the header.
///
/// Source: W3C, Portable Network Graphics, third edition (2025), 5.3 and 11.3.3.2.
struct PNGText {
  /// The first word of a chunk, which identifies it.
  let keyword: String

  /// Bytes of the signature and the header; the chunk follows them.
  private static let headerCount = 33
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Finds the text from ``insert(_:into:)``, and the file without it.
  func find(in file: Data) -> (text: String, pieces: [Data])? {
    let start = file.startIndex + Self.headerCount
    guard file.count >= Self.headerCount + 12, Array(file.prefix(8)) == Self.signature else {
      return nil
    }
    let count = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    let prefix = Array("tEXt".utf8) + Array(keyword.utf8) + [0]
    guard count + 4 >= prefix.count, file.count - Self.headerCount >= count + 12 else { return nil }
    let chunk = file[start + 4..<start + 8 + count]
    guard Array(chunk.prefix(prefix.count)) == prefix else { return nil }
    let text = String(decoding: chunk.dropFirst(prefix.count), as: UTF8.self)
    return (text, [file[..<start], file[(start + 12 + count)...]])
  }

  func insert(_ text: String, into file: Data) -> Data {
    let start = file.startIndex + Self.headerCount
    let chunk = Array("tEXt".utf8) + Array(keyword.utf8) + [0] + Array(text.utf8)
    var result = Data(file[..<start])
    result.append(contentsOf: Self.bytes(UInt32(chunk.count - 4)))
    result.append(contentsOf: chunk)
    result.append(contentsOf: Self.bytes(Self.checksum(chunk)))
    result.append(file[start...])
    return result
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Source: the same, annex D.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xedb8_8320 ^ sum >> 1 : sum >> 1 }
    }
    return sum ^ 0xffff_ffff
  }
}
