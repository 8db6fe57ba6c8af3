extension Array {
  /// Makes an array of one value.
  ///
  /// As `init(repeating:count:)` does, which looks the storage's type up in the runtime's tables each time: as
  /// long as it takes to lay out five views.
  @inlinable
  init(filledWith value: Element, count: Int) {
    self = []
    reserveCapacity(count)
    for _ in 0..<count { append(value) }
  }
}
