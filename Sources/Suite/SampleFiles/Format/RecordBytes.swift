/// Bytes of records, in this machine's order; reading beyond them gives 0.
@safe package struct RecordBytes {
  // SAFETY, for all of it: whoever makes one keeps the memory alive and unchanged for as long as it is used, and no
  // offset is read that isn't inside.
  private let bytes: UnsafeRawBufferPointer

  package init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  package var count: Int { unsafe bytes.count }

  /// The 16 bits at an offset.
  package func half(_ offset: Int) -> UInt16 {
    guard offset >= 0, offset <= count - 2 else { return 0 }
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
  }

  /// The 32 bits at an offset.
  package func word(_ offset: Int) -> UInt32 {
    guard offset >= 0, offset <= count - 4 else { return 0 }
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  /// The 64 bits at an offset.
  package func long(_ offset: Int) -> UInt64 {
    guard offset >= 0, offset <= count - 8 else { return 0 }
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  package func byte(_ offset: Int) -> UInt8 {
    guard offset >= 0, offset < count else { return 0 }
    return unsafe bytes[offset]
  }

  /// The text from an offset up to a zero, or up to an end.
  package func text(from offset: Int, to end: Int) -> String {
    let end = min(end, count)
    guard offset >= 0, offset < end else { return "" }
    let all = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
    return unsafe String(decoding: all.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// The bytes of a record that is written.
package struct RecordBuilder {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Begins a record; its size is set by `finish()`.
  package init(_ type: PerfRecord.Kind, miscellaneous: UInt16 = 0) {
    append(type.rawValue)
    append(miscellaneous)
    append(UInt16(0))
  }

  /// Adds a number in this machine's order.
  package mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    // SAFETY: the bytes are copied during the call.
    unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ more: [UInt8]) { bytes += more }

  /// Adds a text with a zero, filled up to 8 bytes.
  package mutating func append(text: String) {
    bytes += text.utf8
    repeat { bytes.append(0) } while bytes.count % 8 != 0
  }

  /// The record with its size.
  package func finished() -> [UInt8] {
    precondition(bytes.count <= Int(UInt16.max), "a record of \(bytes.count) bytes")
    var whole = bytes
    let size = UInt16(bytes.count)
    whole[6] = UInt8(truncatingIfNeeded: size)
    whole[7] = UInt8(truncatingIfNeeded: size >> 8)
    return whole
  }
}
