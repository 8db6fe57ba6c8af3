/// Bytes in this machine's order; reading beyond them gives 0.
@safe package struct NativeBytes {
  // SAFETY, for all of it: the creator keeps the memory alive and unchanged for as long as it is used, and reads are limited to offsets
  // inside.
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

  /// The numbers of a structure at an offset; `nil` if it isn't whole.
  package func value<Value: BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value? {
    guard offset >= 0, offset <= count - MemoryLayout<Value>.size else { return nil }
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// The text from an offset up to a zero, or up to an end.
  package func text(from offset: Int, to end: Int) -> String {
    let end = min(end, count)
    guard offset >= 0, offset < end else { return "" }
    let all = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
    return unsafe String(decoding: all.prefix { $0 != 0 }, as: UTF8.self)
  }
}
