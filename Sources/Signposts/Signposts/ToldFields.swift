/// The fields that were told of an interval, so that one which is set again with the same value isn't told again.
///
/// Of each it has 64 bits of the key and of the value: looking up and comparing the texts takes longer than telling them. That two values
/// of one key have the same bits, so that the second isn't told, has a probability of 2^-64.
package struct ToldFields: Sendable {
  private var fields: [(key: UInt64, value: UInt64)] = []
  /// Behind the field that was found last: those of a dictionary come in the same order again, until it grows.
  private var next = 0

  package init() {}

  /// Notes a field; returns whether it is new, or had another value last.
  ///
  /// Complexity: O(1) where fields come in the order of the last time, O(n) for a new one, *n* being the number of fields.
  mutating func note(_ key: String, _ value: Value) -> Bool {
    let (key, value) = (Self.bits(of: key), value.bits)
    var place = next
    for _ in fields.indices {
      if place >= fields.count { place = 0 }
      defer { place += 1 }
      if fields[place].key != key { continue }
      next = place + 1
      if fields[place].value == value { return false }
      fields[place].value = value
      return true
    }
    // Most intervals that have one have some, and few have more.
    if fields.isEmpty { fields.reserveCapacity(8) }
    fields.append((key, value))
    return true
  }

  /// The value of a field, which is of one of these types.
  enum Value {
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    case text(String)

    fileprivate var bits: UInt64 {
      switch self {
      case .integer(let value): mixed(mixed(UInt64(bitPattern: value)) &+ 1)
      case .float(let value): mixed(mixed(value.bitPattern) &+ 2)
      case .boolean(let value): mixed(mixed(value ? 1 : 0) &+ 3)
      case .text(let value): ToldFields.bits(of: value)
      }
    }
  }

  /// The bits that stand for a text: multiplication and shifts over words of 8 bytes, of which the last may overlap the one before it.
  fileprivate static func bits(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      // Not the length itself, which would meet short texts.
      var hash = mixed(UInt64(bytes.count) &+ 1)
      guard bytes.count >= 8 else {
        var word: UInt64 = 0
        for place in 0..<bytes.count { word = unsafe word << 8 | UInt64(bytes[place]) }
        return mixed(hash ^ word)
      }
      // SAFETY: each word is within the text.
      for place in stride(from: 0, to: bytes.count - 8, by: 8) {
        hash = mixed(hash ^ (unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      }
      let last = unsafe bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
      return mixed(hash ^ last)
    }
  }
}

// MurmurHash3's finalizer without its last step.
private func mixed(_ word: UInt64) -> UInt64 {
  var word = word
  word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
  word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
  return word
}
