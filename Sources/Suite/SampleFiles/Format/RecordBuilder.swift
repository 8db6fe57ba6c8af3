/// Builds the bytes of a record.
package struct RecordBuilder {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Begins a record; its size is set by `finished()`.
  package init(_ type: PerfRecord.Kind, miscellaneous: UInt16 = 0) {
    append(type.rawValue, miscellaneous, UInt16(0))
  }

  /// Adds a number in this machine's order.
  package mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    // SAFETY: the bytes are copied during the call.
    unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func append<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    for number in repeat each numbers { append(number) }
  }

  package mutating func append(_ more: [UInt8]) { bytes += more }

  /// Adds a text with a zero, padded to 8 bytes.
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
