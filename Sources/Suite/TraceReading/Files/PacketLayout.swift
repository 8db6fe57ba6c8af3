import Foundation

/// Where the sizes are in the header of a packet.
///
/// CTF lets each trace describe its own header. LTTng has written the same one since 2.8: a magic
/// number, the UUID, the stream class (4 bytes), the stream (8 bytes), then the context: two
/// timestamps, the content's size and the packet's size in bits, the packet's number, the count of
/// discarded events, the processor (4 bytes).
struct PacketLayout: Equatable {
  static let magic: UInt64 = 0xC1FC_1FC1

  let beginTimestampOffset = 32
  let endTimestampOffset = 40
  let contentSizeOffset = 48
  let packetSizeOffset = 56
  let headerSize = 84

  /// Recognizes the metadata of a trace with the header above.
  init?(metadata: Data) {
    let marks = ["tracer_name = \"lttng-", "stream_instance_id", "events_discarded"]
    guard marks.allSatisfy({ metadata.range(of: Data($0.utf8)) != nil }) else { return nil }
  }
}
