/// Wraps bytes in gzip, which pprof expects, without compressing them.
///
/// Source: RFC 1952 (gzip), RFC 1951 section 3.2.4 (stored blocks).
package enum GzipData {
  private static let largestBlock = 0xffff

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
    }
  }

  package static func wrapping(_ bytes: [UInt8]) -> [UInt8] {
    // Method 8, no flags, no time, no extra flags, an unknown system.
    var file: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
    file.reserveCapacity(bytes.count + bytes.count / largestBlock * 5 + 32)
    var start = 0
    repeat {
      let end = min(start + largestBlock, bytes.count)
      let size = UInt16(end - start)
      file.append(end == bytes.count ? 1 : 0)
      file.append(littleEndian: size)
      file.append(littleEndian: ~size)
      file += bytes[start..<end]
      start = end
    } while start < bytes.count
    file.append(littleEndian: checksum(bytes))
    file.append(littleEndian: UInt32(truncatingIfNeeded: bytes.count))
    return file
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
  }
}
