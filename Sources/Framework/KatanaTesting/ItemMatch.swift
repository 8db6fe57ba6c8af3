import Katana

/// Whether two items are the same to a test.
enum ItemMatch {
  /// Equal if they can be compared, else of one type and with the same description to the leaves.
  ///
  /// An updater of a slice is what was dispatched to the slice, whichever of the two the test names.
  static func matches(_ left: any Dispatchable, _ right: any Dispatchable) -> Bool {
    let (left, right) = (left.unscoped, right.unscoped)
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any Equatable { return isEqual(left, right) }
    return ValueDescription.lines(of: left) == ValueDescription.lines(of: right)
  }

  /// The item as an item of a type, if it is one.
  static func item<Item: Dispatchable>(_ item: any Dispatchable, as type: Item.Type) -> Item? {
    item as? Item ?? item.unscoped as? Item
  }

  private static func isEqual<E: Equatable>(_ left: E, _ right: any Dispatchable) -> Bool {
    left == right as? E
  }
}
