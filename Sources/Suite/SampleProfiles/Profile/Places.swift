/// Unique values in the order of their first use, referred to by their places.
package struct Places<Value: Hashable & Sendable>: Sendable {
  package var all: [Value] = []
  @usableFromInline var places: [Value: Int32] = [:]

  package init() {}

  /// The place of a value, which is added if new.
  @inlinable package mutating func place(of value: Value) -> Int32 {
    if let place = places[value] { return place }
    let place = Int32(all.count)
    all.append(value)
    places[value] = place
    return place
  }
}
