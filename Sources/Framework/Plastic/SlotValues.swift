/// What some slots have and others don't: found by bisection, compared and hashed as two arrays.
@frozen
@usableFromInline
struct SlotValues<Value: Sendable>: Sendable {
  /// The slots that have a value, rising.
  @usableFromInline private(set) var slots: [Int32] = []
  @usableFromInline private(set) var values: [Value] = []

  @inlinable
  init() {}

  var isEmpty: Bool { slots.isEmpty }

  /// Gives a value to a slot after all that have one.
  @inlinable
  mutating func append(_ value: Value, of slot: Int32) {
    slots.append(slot)
    values.append(value)
  }

  /// The value of a slot, or `nil`.
  ///
  /// Complexity: O(log n) for `n` slots with a value.
  subscript(slot: Int32) -> Value? {
    var range = slots.indices
    while let first = range.first {
      let middle = first + range.count / 2
      if slots[middle] == slot { return values[middle] }
      range = slots[middle] < slot ? (middle + 1)..<range.endIndex : first..<middle
    }
    return nil
  }
}
