import Foundation

/// The sections of a program or library.
///
/// Source: System V ABI, chapter 4; 64 bits, little endian, as on all machines that this runs on.
package struct ELFSections {
  /// A section, as far as it is needed here.
  package struct Section {
    package let name: String
    /// 4 of relocations, 8 of memory that isn't in the file.
    package let type: Int
    package let address: Int
    package let offset: Int
    package let size: Int
    package let link: Int
  }

  /// The file, mapped: a library may be large, and a few pages of it are read.
  private let data: Data
  package private(set) var all: [Section] = []

  /// Reads a file; `nil` if it is none of 64 bits and this machine's byte order, or is damaged.
  package init?(path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped),
      data.starts(with: [0x7f, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1])
    else { return nil }
    self.data = data
    guard let table = number(at: 0x28, bytes: 8), let size = number(at: 0x3A, bytes: 2),
      let count = number(at: 0x3C, bytes: 2), let names = number(at: 0x3E, bytes: 2),
      size >= 64, let texts = number(at: table + names * size + 0x18, bytes: 8)
    else { return nil }
    all = (0..<count).compactMap { index -> Section? in
      let start = table + index * size
      guard let name = number(at: start, bytes: 4), let type = number(at: start + 4, bytes: 4),
        let address = number(at: start + 0x10, bytes: 8),
        let offset = number(at: start + 0x18, bytes: 8),
        let bytes = number(at: start + 0x20, bytes: 8), bytes <= data.count || type == 8,
        let link = number(at: start + 0x28, bytes: 4)
      else { return nil }
      return Section(
        name: text(at: texts + name) ?? "",
        type: type,
        address: address,
        offset: offset,
        size: bytes,
        link: link
      )
    }
    guard all.count == count else { return nil }
  }

  /// A little-endian number; `nil` where it isn't in the file, or larger than any offset.
  package func number(at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset <= data.count - bytes else { return nil }
    let value = data[(data.startIndex + offset)..<(data.startIndex + offset + bytes)].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 48 ? Int(value) : nil
  }

  /// A terminated text of at most 256 bytes.
  package func text(at offset: Int) -> String? {
    guard (0..<data.count).contains(offset) else { return nil }
    let bytes = data[(data.startIndex + offset)...].prefix(256).prefix { $0 != 0 }
    return String(bytes: bytes, encoding: .utf8)
  }
}
