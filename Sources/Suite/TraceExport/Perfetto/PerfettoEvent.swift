import SampleProfiles

/// An event of a track, or the begin or end of a slice.
struct PerfettoEvent {
  enum Kind: UInt64 {
    case begin = 1
    case end = 2
    case instant = 3
    case counter = 4
  }

  private static let usualSize = 256

  private(set) var message = ProtobufMessage<Perfetto.TrackEvent>()

  init(_ kind: Kind, on track: UInt64) {
    message.reserve(Self.usualSize)
    message.add(.type, kind.rawValue)
    message.add(.trackUUID, track)
  }

  /// A name by its number (`PerfettoPackets.number(ofName:)`).
  mutating func setName(_ number: UInt64) { message.add(.nameIID, number) }

  mutating func setName(_ name: String) { message.add(.name, name) }

  mutating func setCategory(_ name: String) { message.add(.categories, name) }

  mutating func setValue(_ value: Int64) { message.add(.counterValue, value) }

  mutating func setValue(_ value: Double) { message.add(.doubleCounterValue, value) }

  /// A stack by its number in the sequence of samples.
  mutating func setStack(_ number: UInt64) { message.add(.callstackIID, number) }

  /// An arrow goes on from here.
  mutating func addFlow(_ id: UInt64) { message.addFixed(.flowIDs, id) }

  /// An arrow ends here.
  mutating func endFlow(_ id: UInt64) { message.addFixed(.terminatingFlowIDs, id) }

  mutating func add(_ key: String, _ value: Int64) { annotate(key) { $0.add(.intValue, value) } }

  mutating func add(_ key: String, _ value: UInt64) { annotate(key) { $0.add(.uintValue, value) } }

  mutating func add(_ key: String, _ value: Double) {
    annotate(key) { $0.add(.doubleValue, value) }
  }

  mutating func add(_ key: String, _ value: String) {
    annotate(key) { $0.add(.stringValue, value) }
  }

  mutating func add(_ key: String, _ value: Bool) {
    annotate(key) { $0.add(.boolValue, UInt64(value ? 1 : 0)) }
  }

  private mutating func annotate(
    _ key: String,
    _ value: (inout ProtobufMessage<Perfetto.DebugAnnotation>) -> Void
  ) {
    message.add(.debugAnnotations) { annotation in
      value(&annotation)
      annotation.add(.name, key)
    }
  }
}
