/// Writes the packets of a Perfetto trace, in two sequences: what programs emitted, and what was sampled.
///
/// Source: protos/perfetto/trace of github.com/google/perfetto; numbers of fields are as there.
final class PerfettoPackets {
  /// What refers to the names of one sequence can't refer to those of another.
  enum Sequence: UInt64 {
    case events = 1
    case samples = 2
  }

  /// The fields of a packet that say what is in it.
  enum Content: UInt64 {
    case clocks = 6
    case trackEvent = 11
    case trackDescriptor = 60
    case sample = 66
  }

  private static let stateIsCleared: UInt64 = 1
  private static let needsState: UInt64 = 2
  private static let bootTime: UInt64 = 6
  private static let realTime: UInt64 = 1

  private let output: OutputFile
  private var begun: Set<Sequence> = []
  private var names: [String: UInt64] = [:]
  private var file = ProtobufMessage()
  /// The names that the next packet brings.
  private var newNames = ProtobufMessage()

  init(output: OutputFile) { self.output = output }

  /// Says that the times of all packets are those of the Unix epoch.
  func begin(at time: Int64) {
    var snapshot = ProtobufMessage()
    for clock in [Self.bootTime, Self.realTime] {
      var message = ProtobufMessage()
      message.add(1, clock)
      message.add(2, time)
      snapshot.add(1, message)
    }
    write(.clocks, snapshot, at: time)
  }

  /// The number of an event's name in the sequence of events.
  func number(ofName name: String) -> UInt64 {
    Self.number(of: name, in: &names, field: 2, &newNames)
  }

  /// The number of a name in a table; one that is new is added to a message, too.
  static func number(
    of name: String,
    in table: inout [String: UInt64],
    field: UInt64,
    _ new: inout ProtobufMessage
  ) -> UInt64 {
    if let number = table[name] { return number }
    let number = UInt64(table.count) + 1
    table[name] = number
    new.add(field, Self.named(number, name))
    return number
  }

  /// A name with its number, as tables of names have them.
  static func named(_ number: UInt64, _ name: String) -> ProtobufMessage {
    var message = ProtobufMessage()
    message.add(1, number)
    message.add(2, name)
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
  ///   - content: What is in it; `nil` for names only.
  ///   - message: It.
  ///   - time: Nanoseconds since the Unix epoch; `nil` for what has no time.
  ///   - sequence: Its sequence.
  ///   - interned: Names that it and later ones of its sequence refer to.
  ///   - defaults: What holds for all packets of its sequence.
  func write(
    _ content: Content?,
    _ message: ProtobufMessage,
    at time: Int64? = nil,
    in sequence: Sequence = .events,
    interned: ProtobufMessage? = nil,
    defaults: ProtobufMessage? = nil
  ) {
    let isFirst = begun.insert(sequence).inserted
    file.reset()
    file.add(1) { packet in
      if let time { packet.add(8, time) }
      if let content { packet.add(content.rawValue, message) }
      packet.add(10, sequence.rawValue)
      if let interned { packet.add(12, interned) }
      if sequence == .events, !newNames.isEmpty {
        packet.add(12, newNames)
        newNames.reset()
      }
      packet.add(13, isFirst ? Self.stateIsCleared | Self.needsState : Self.needsState)
      if let defaults { packet.add(59, defaults) }
    }
    output.write(file.bytes)
  }
}
