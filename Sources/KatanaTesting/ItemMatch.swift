import Katana

/// Whether two items are the same to a test.
enum ItemMatch {
  /// Equal if they can be compared, else of one type and with the same description to the leaves.
  static func matches(_ left: any Dispatchable, _ right: any Dispatchable) -> Bool {
    // One that is sent to a part of the state is handled as the item that it carries.
    let (left, right) = (left.unscoped, right.unscoped)
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any Equatable { return isEqual(left, right) }
    return ValueDescription.lines(of: left) == ValueDescription.lines(of: right)
  }

  private static func isEqual<E: Equatable>(_ left: E, _ right: any Dispatchable) -> Bool {
    left == right as? E
  }
}
