import SampleProfiles

/// Writes the packets of a Perfetto trace, in three sequences: the programs' events, the samples, and the memory.
final class PerfettoPackets {
  /// Packets can refer only to names of their own sequence.
  enum Sequence: UInt64 {
    case events = 1
    case samples = 2
    case memory = 3
  }

  private static let stateIsCleared: UInt64 = 1
  private static let needsState: UInt64 = 2
  private static let bootTime: UInt64 = 6
  private static let realTime: UInt64 = 1

  private let output: OutputFile
  private var begun: Set<Sequence> = []
  private var names: [String: UInt64] = [:]
  private var file = ProtobufMessage<Perfetto.Trace>()
  /// The names to write with the next packet.
  private var newNames = ProtobufMessage<Perfetto.InternedData>()

  init(output: OutputFile) { self.output = output }

  /// States that the times of all packets count from the Unix epoch.
  func begin(at time: Int64) {
    var snapshot = ProtobufMessage<Perfetto.ClockSnapshot>()
    for clock in [Self.bootTime, Self.realTime] {
      var message = ProtobufMessage<Perfetto.Clock>()
      message.add(.clockID, clock)
      message.add(.timestamp, time)
      snapshot.add(.clocks, message)
    }
    write(.clockSnapshot, snapshot, at: time)
  }

  /// The number of an event's name in the sequence of events.
  func number(ofName name: String) -> UInt64 {
    Self.number(of: name, in: &names, field: .eventNames, &newNames)
  }

  /// The number of a name in a table; a new name is also added to a message.
  static func number(
    of name: String,
    in table: inout [String: UInt64],
    field: Perfetto.InternedData,
    _ new: inout ProtobufMessage<Perfetto.InternedData>
  ) -> UInt64 {
    if let number = table[name] { return number }
    let number = UInt64(table.count) + 1
    table[name] = number
    new.add(field, Self.named(number, name))
    return number
  }

  /// A name with its number, as tables of names contain them.
  static func named(_ number: UInt64, _ name: String) -> ProtobufMessage<Perfetto.InternedString> {
    var message = ProtobufMessage<Perfetto.InternedString>()
    message.add(.iid, number)
    message.add(.str, name)
    return message
  }

  /// Writes an event, or the begin or end of a slice.
  func write(_ event: PerfettoEvent, at time: Int64, in sequence: Sequence = .events) {
    write(.trackEvent, event.message, at: time, in: sequence)
  }

  /// Ends the slice that a track is in.
  func end(_ track: UInt64, at time: Int64, in sequence: Sequence = .events) {
    write(PerfettoEvent(.end, on: track), at: time, in: sequence)
  }

  /// Writes a packet.
  ///
  /// - Parameters:
  ///   - content: The field of its content; `nil` for names only.
  ///   - message: The content.
  ///   - time: Nanoseconds since the Unix epoch; `nil` for a packet without a time.
  ///   - sequence: Its sequence.
  ///   - interned: Names that it and later packets of its sequence refer to.
  ///   - defaults: Defaults for all packets of its sequence.
  func write(
    _ content: Perfetto.TracePacket?,
    _ message: ProtobufMessage<some Any>,
    at time: Int64? = nil,
    in sequence: Sequence = .events,
    interned: ProtobufMessage<Perfetto.InternedData>? = nil,
    defaults: ProtobufMessage<Perfetto.TracePacketDefaults>? = nil
  ) {
    let isFirst = begun.insert(sequence).inserted
    file.reset()
    file.add(.packet) { (packet: inout ProtobufMessage<Perfetto.TracePacket>) in
      if let time { packet.add(.timestamp, time) }
      if let content { packet.add(content, message) }
      packet.add(.trustedPacketSequenceID, sequence.rawValue)
      if let interned { packet.add(.internedData, interned) }
      if sequence == .events, !newNames.isEmpty {
        packet.add(.internedData, newNames)
        newNames.reset()
      }
      packet.add(.sequenceFlags, isFirst ? Self.stateIsCleared | Self.needsState : Self.needsState)
      if let defaults { packet.add(.tracePacketDefaults, defaults) }
    }
    output.write(file.bytes)
  }
}
