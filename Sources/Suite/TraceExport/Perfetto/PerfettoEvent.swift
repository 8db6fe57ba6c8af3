/// An event of a track, or the begin or end of a slice.
struct PerfettoEvent {
  enum Kind: UInt64 {
    case begin = 1
    case end = 2
    case instant = 3
    case counter = 4
  }

  private static let usualSize = 256

  private(set) var message = ProtobufMessage()

  init(_ kind: Kind, on track: UInt64) {
    message.reserve(Self.usualSize)
    message.add(9, kind.rawValue)
    message.add(11, track)
  }

  /// A name by its number (`PerfettoPackets.number(ofName:)`).
  mutating func setName(_ number: UInt64) { message.add(10, number) }

  mutating func setName(_ name: String) { message.add(23, name) }

  mutating func setCategory(_ name: String) { message.add(22, name) }

  mutating func setValue(_ value: Int64) { message.add(30, value) }

  mutating func setValue(_ value: Double) { message.add(44, value) }

  /// A stack by its number in the sequence of samples.
  mutating func setStack(_ number: UInt64) { message.add(56, number) }

  /// An arrow goes on from here.
  mutating func addFlow(_ id: UInt64) { message.addFixed(47, id) }

  /// An arrow ends here.
  mutating func endFlow(_ id: UInt64) { message.addFixed(48, id) }

  mutating func add(_ key: String, _ value: Int64) { annotate(key) { $0.add(4, value) } }

  mutating func add(_ key: String, _ value: UInt64) { annotate(key) { $0.add(3, value) } }

  mutating func add(_ key: String, _ value: Double) { annotate(key) { $0.add(5, value) } }

  mutating func add(_ key: String, _ value: String) { annotate(key) { $0.add(6, value) } }

  mutating func add(_ key: String, _ value: Bool) {
    annotate(key) { $0.add(2, UInt64(value ? 1 : 0)) }
  }

  private mutating func annotate(_ key: String, _ value: (inout ProtobufMessage) -> Void) {
    message.add(4) { annotation in
      value(&annotation)
      annotation.add(10, key)
    }
  }
}
