/// Bytes as a file of gzip, which pprof expects; they aren't made smaller.
///
/// Source: RFC 1952 (gzip), RFC 1951 section 3.2.4 (blocks that are stored).
enum GzipData {
  private static let largestBlock = 0xffff

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
    }
  }

  /// Wraps bytes.
  static func wrapping(_ bytes: [UInt8]) -> [UInt8] {
    // Method 8, no flags, no time, no extra flags, an unknown system.
    var file: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
    file.reserveCapacity(bytes.count + bytes.count / largestBlock * 5 + 32)
    var start = 0
    repeat {
      let end = min(start + largestBlock, bytes.count)
      let size = UInt16(end - start)
      file.append(end == bytes.count ? 1 : 0)
      append(size, to: &file)
      append(~size, to: &file)
      file += bytes[start..<end]
      start = end
    } while start < bytes.count
    append(checksum(bytes), to: &file)
    append(UInt32(truncatingIfNeeded: bytes.count), to: &file)
    return file
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
  }

  private static func append<Number: FixedWidthInteger & UnsignedInteger>(
    _ number: Number,
    to file: inout [UInt8]
  ) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      file.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
