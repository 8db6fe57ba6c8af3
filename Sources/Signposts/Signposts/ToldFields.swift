/// The fields that were told of an interval, so that one which is set again with the same value isn't told again.
///
/// Of each it has 64 bits of the key and of the value: looking up and comparing the texts takes longer than telling them. That two values
/// of one key have the same bits, so that the second isn't told, has a probability of 2^-64.
package struct ToldFields: Sendable {
  private var fields: [(key: UInt64, value: UInt64)] = []
  /// Behind the field that was found last: those of a dictionary come in the same order again, until it grows.
  private var next = 0

  package init() {}

  /// Notes a field, by the hash of its key and the bits of its value; returns whether it is new, or had another value last.
  ///
  /// Complexity: O(1) where fields come in the order of the last time, O(n) for a new one, *n* being the number of fields.
  mutating func note(_ key: UInt64, _ value: UInt64) -> Bool {
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
    if fields.isEmpty { fields.reserveCapacity(12) }
    fields.append((key, value))
    return true
  }
}

// The bits of a value, which differ where types do; those of a text are its hash.
extension UInt64 {
  static func bits(of value: Int64) -> UInt64 { mixed(mixed(UInt64(bitPattern: value)) &+ 1) }
  static func bits(of value: Double) -> UInt64 { mixed(mixed(value.bitPattern) &+ 2) }
  static func bits(of value: Bool) -> UInt64 { mixed(mixed(value ? 1 : 0) &+ 3) }
}

// MurmurHash3's finalizer without its last step.
private func mixed(_ word: UInt64) -> UInt64 {
  var word = word
  word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
  word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
  return word
}
