import Glibc

/// The header of a packet of events, as LTTng-UST 2.x lays it out, in the machine's byte order.
///
/// 0: magic, 4: the trace's UUID, 20: stream id, 24: stream instance; then the context of 64-bit
/// words: 32 begin, 40 end, 48 content (bits), 56 packet (bits), 64 sequence number, 72 discarded
/// events, and 80 the processor.
struct StreamPacket: Sendable, Equatable {
  /// Where it is in its file, in bytes.
  var offset: Int

  /// Its size with padding, in bytes.
  var size: Int

  /// The clock at its first and its last moment, in nanoseconds; of one clock for the trace.
  var begin: UInt64
  var end: UInt64

  /// Its number in its stream; the first is 0.
  var sequence: UInt64

  /// The packet after the last byte of this one, or the file's end.
  var upperBound: Int { offset + size }

  private static let headerSize = 84
  private static let magic: UInt32 = 0xC1FC_1FC1

  /// Reads the headers of the complete packets at the beginning of a file.
  ///
  /// - Complexity: O(*n*) in the number of packets.
  /// - Parameter file: The path of a stream file.
  /// - Returns: The packets in their order; what follows the last of them is no complete packet.
  static func all(in file: String) -> [StreamPacket] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let fileSize = TraceDirectory.size(of: file)
    var packets: [StreamPacket] = []
    while let packet = read(descriptor, at: packets.last?.upperBound ?? 0),
      packet.upperBound <= fileSize
    {
      packets.append(packet)
    }
    return packets
  }

  private static func read(_ descriptor: Int32, at offset: Int) -> StreamPacket? {
    var header = [UInt8](repeating: 0, count: headerSize)
    guard pread(descriptor, &header, headerSize, off_t(offset)) == headerSize else { return nil }
    return header.withUnsafeBytes { bytes in
      func word(at offset: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
      guard bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self) == magic,
        word(at: 56) / 8 >= headerSize, word(at: 56) < 1 << 48
      else { return nil }
      return StreamPacket(
        offset: offset,
        size: Int(word(at: 56) / 8),
        begin: word(at: 32),
        end: word(at: 40),
        sequence: word(at: 64)
      )
    }
  }
}
