import Foundation

/// The names of an ELF file's sections, as far as they tell whether it has debug information.
///
/// Source: System V ABI, chapter 4; 64 bits, little endian, as on all machines that this runs on.
enum ELFSections {
  /// Whether a file is an executable with debug information; false for what is no such file.
  static func haveDebugInformation(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    func read(_ offset: UInt64, _ count: Int) -> [UInt8]? {
      guard (try? handle.seek(toOffset: offset)) != nil,
        let data = try? handle.read(upToCount: count), data.count == count
      else { return nil }
      return Array(data)
    }
    func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard let header = read(0, 64),
      header.starts(with: [0x7f, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1])
    else { return false }
    let table = number(header, 40, 8)
    let entry = Int(number(header, 58, 2))
    let count = Int(number(header, 60, 2))
    let names = Int(number(header, 62, 2))
    // A table that can't be right is left to others; file sizes are checked by reading.
    guard entry >= 64, count > 0, names < count, table < 1 << 48,
      let sections = read(table, entry * count)
    else { return false }
    let start = number(sections, names * entry + 24, 8)
    let size = number(sections, names * entry + 32, 8)
    guard start < 1 << 48, size < 1 << 24, let text = read(start, Int(size)) else { return false }
    return text.split(separator: 0).contains { name in
      name.starts(with: Array(".debug_".utf8)) || name.starts(with: Array(".zdebug_".utf8))
    }
  }
}
