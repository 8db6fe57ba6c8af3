/// Builds a message in the wire format of protocol buffers, field by field; `Field` has the numbers of its fields.
///
/// Perfetto's traces and pprof's profiles are such messages. The format has only four kinds of fields; a library with a code generator, and
/// code for the hundreds of messages of Perfetto, would be much to build for the dozen that are written here.
///
/// Source: "Encoding", https://protobuf.dev/programming-guides/encoding/.
package struct ProtobufMessage<Field: RawRepresentable<UInt64>> {
  @usableFromInline enum WireType: UInt64 {
    case variable = 0
    case fixed64 = 1
    case delimited = 2
  }

  @usableFromInline package internal(set) var bytes: [UInt8] = []

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { bytes.isEmpty }

  @inlinable package mutating func reset() { bytes.removeAll(keepingCapacity: true) }

  /// Reserves so many bytes, so that a message of that size isn't copied while it grows.
  @inlinable package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// A field of type uint64, uint32, bool or an enumeration.
  @inlinable package mutating func add(_ field: Field, _ number: UInt64) {
    tag(field, .variable)
    append(number)
  }

  /// A field of type int64 or int32: a negative number has ten bytes.
  @inlinable package mutating func add(_ field: Field, _ number: Int64) {
    add(field, UInt64(bitPattern: number))
  }

  @inlinable package mutating func add(_ field: Field, _ text: String) {
    tag(field, .delimited)
    append(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  @inlinable package mutating func add(_ field: Field, bytes more: [UInt8]) {
    tag(field, .delimited)
    append(UInt64(more.count))
    bytes += more
  }

  @inlinable package mutating func add(_ field: Field, _ message: ProtobufMessage<some Any>) {
    add(field, bytes: message.bytes)
  }

  /// A nested message, whose fields `body` adds in place.
  @inlinable package mutating func add<Other>(
    _ field: Field,
    _ body: (inout ProtobufMessage<Other>) -> Void
  ) {
    tag(field, .delimited)
    let place = bytes.count
    // One byte for the size, enough for most.
    bytes.append(0)
    var message = ProtobufMessage<Other>()
    swap(&bytes, &message.bytes)
    body(&message)
    swap(&bytes, &message.bytes)
    let size = bytes.count - place - 1
    guard size >= 0x80 else {
      bytes[place] = UInt8(size)
      return
    }
    var prefix = ProtobufMessage()
    prefix.append(UInt64(size))
    bytes.replaceSubrange(place...place, with: prefix.bytes)
  }

  /// A field of type double.
  @inlinable package mutating func add(_ field: Field, _ number: Double) {
    addFixed(field, number.bitPattern)
  }

  /// A field of type fixed64.
  @inlinable package mutating func addFixed(_ field: Field, _ number: UInt64) {
    tag(field, .fixed64)
    bytes.append(littleEndian: number)
  }

  /// A repeated field of numbers, in one piece.
  @inlinable package mutating func addPacked(_ field: Field, _ numbers: some Sequence<UInt64>) {
    var packed = ProtobufMessage()
    for number in numbers { packed.append(number) }
    if !packed.isEmpty { add(field, bytes: packed.bytes) }
  }

  @inlinable mutating func tag(_ field: Field, _ type: WireType) {
    append(field.rawValue << 3 | type.rawValue)
  }

  /// Seven bits a byte, the lowest first; the highest bit of a byte says that more follow.
  @inlinable mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension [UInt8] {
  @inlinable package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
