/// Bytes of packets in the form of LTTng-UST, as its consumer writes them.
extension [UInt8] {
  /// The size of a packet's header and context, in bytes.
  static let packetHeaderSize = 84

  /// Appends the low bytes of a number, the lowest first.
  mutating func append(number: UInt64, size: Int) {
    for shift in 0..<size { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
  }

  /// Appends what stands before the events of a packet.
  ///
  /// - Parameters:
  ///   - uuid: The 16 bytes of the trace's identity.
  ///   - stream: The number of its stream, and of the processor.
  ///   - begin: When it begins, by its clock.
  ///   - end: When it ends.
  ///   - content: Its size without the padding at its end, in bytes.
  ///   - size: Its size, in bytes.
  ///   - sequence: How many packets of its stream came before it.
  ///   - discarded: How many events of its stream were lost until its end.
  mutating func appendPacketHeader(
    uuid: [UInt8],
    stream: UInt64,
    begin: UInt64,
    end: UInt64,
    content: Int,
    size: Int,
    sequence: UInt64,
    discarded: UInt64
  ) {
    append(number: 0xC1FC_1FC1, size: 4)
    self += uuid
    append(number: 0, size: 4)
    let sizes = [UInt64(content) * 8, UInt64(size) * 8]
    for word in [stream, begin, end] + sizes + [sequence, discarded] {
      append(number: word, size: 8)
    }
    append(number: stream, size: 4)
  }

  /// Appends what stands before the fields of an event.
  ///
  /// - Parameters:
  ///   - header: Its form.
  ///   - number: The number of the event's declaration.
  ///   - time: When it was emitted, by the clock.
  ///   - isExtended: Whether all bits of both are told, and not only the low ones.
  mutating func appendEventHeader(
    _ header: MadeTrace.Header,
    number: UInt64,
    time: UInt64,
    isExtended: Bool
  ) {
    let bits = header.bits
    if isExtended {
      append(number: 1 << bits.number - 1, size: header == .large ? 2 : 1)
      append(number: number, size: 4)
      append(number: time, size: 8)
    } else {
      let low = time & (1 << bits.time - 1)
      append(number: number | low << bits.number, size: Int(bits.number + bits.time) / 8)
    }
  }
}
