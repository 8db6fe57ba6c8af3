import Katana
import Plastic

/// The rows of one section; apart from heights, only visible rows are read.
protocol ListSource: Sendable {
  var count: Int { get }
  /// The height of all rows, if they have the same.
  var fixedHeight: Value? { get }
  func ids(in range: Range<Int>) -> [AnyHashable]
  func row(at index: Int, id: AnyHashable) -> any AnyNodeDescription
  func height(at index: Int) -> Value
  func heights() -> [Value]
  /// The new index of the row with an id, given its index among the former rows; `nil` if it is gone.
  func index(of id: AnyHashable, from index: Int, of count: Int) -> Int?
  /// What to remember of the rows in order to find changes.
  var memory: any Sendable { get }
  /// The changes since the rows that a memory was taken from.
  func changes(since memory: any Sendable) -> ListChanges
}

/// Changes of a section's rows.
enum ListChanges {
  case none
  /// The rows with these ids have changed; none came, went or moved.
  case updated([AnyHashable])
  case unknown

  /// Whether rows may have come, gone or moved.
  var mayMove: Bool { if case .unknown = self { true } else { false } }
}

extension ListSource {
  func heights() -> [Value] { (0..<count).map { height(at: $0) } }

  /// Searches a row at its former place, where it is after rows came or went above it, and then farther and farther from there.
  func search(from index: Int, of oldCount: Int, _ isRow: (Int) -> Bool) -> Int? {
    let shifted = index + count - oldCount
    for place in [index, shifted] where place >= 0 && place < count && isRow(place) { return place }
    var (low, high) = (index - 1, index + 1)
    if low >= count { low = count - 1 }
    while low >= 0 || high < count {
      if low >= 0 {
        if isRow(low) { return low }
        low -= 1
      }
      if high >= 0, high < count, isRow(high) { return high }
      high += 1
    }
    return nil
  }
}

/// The heights of rows, as a program gives them.
enum ListHeights<Row>: Sendable {
  case fixed(Value)
  case each(@Sendable (Row) -> Value)

  var fixed: Value? { if case .fixed(let height) = self { height } else { nil } }

  func height(of row: Row) -> Value {
    switch self {
    case .fixed(let height): height
    case .each(let height): height(row)
    }
  }
}

struct NumberedRows<ID: Hashable & Sendable>: ListSource {
  let count: Int
  let id: @Sendable (Int) -> ID
  let heightOfRow: ListHeights<Int>
  let content: @Sendable (Int) -> any AnyNodeDescription

  var fixedHeight: Value? { heightOfRow.fixed }
  func ids(in range: Range<Int>) -> [AnyHashable] { range.map { AnyHashable(id($0)) } }
  func row(at index: Int, id: AnyHashable) -> any AnyNodeDescription { content(index) }
  func height(at index: Int) -> Value { heightOfRow.height(of: index) }

  func index(of id: AnyHashable, from index: Int, of count: Int) -> Int? {
    guard let id = id.base as? ID else { return nil }
    return search(from: index, of: count) { self.id($0) == id }
  }

  var memory: any Sendable { 0 }
  func changes(since memory: any Sendable) -> ListChanges { .unknown }
}

/// Rows for the items of an array.
struct ItemRows<Item: Identifiable & Sendable>: ListSource {
  let items: [Item]
  let heightOfRow: ListHeights<Item>
  let content: @Sendable (Item) -> any AnyNodeDescription

  var count: Int { items.count }
  var fixedHeight: Value? { heightOfRow.fixed }
  func ids(in range: Range<Int>) -> [AnyHashable] { items[range].map { AnyHashable($0.id) } }
  func row(at index: Int, id: AnyHashable) -> any AnyNodeDescription { content(items[index]) }
  func height(at index: Int) -> Value { heightOfRow.height(of: items[index]) }

  func index(of id: AnyHashable, from index: Int, of count: Int) -> Int? {
    guard let id = id.base as? Item.ID else { return nil }
    return search(from: index, of: count) { items[$0].id == id }
  }

  /// The array, which the description keeps anyway.
  var memory: any Sendable { items }

  func changes(since memory: any Sendable) -> ListChanges {
    guard let old = memory as? [Item], old.count == items.count else { return .unknown }
    let isSame = unsafe old.withUnsafeBufferPointer { old in
      unsafe items.withUnsafeBufferPointer { new in
        // SAFETY: compares the addresses and reads nothing through them.
        unsafe old.baseAddress == new.baseAddress
      }
    }
    return isSame ? .none : .unknown
  }
}

/// Rows for the values of a collection that records its changes.
struct EntityRows<ID: Hashable & Sendable, Item: Sendable>: ListSource {
  let entities: Entities<ID, Item>
  let heightOfRow: ListHeights<(ID, Item)>
  let content: @Sendable (ID, Item) -> any AnyNodeDescription

  var count: Int { entities.count }
  var fixedHeight: Value? { heightOfRow.fixed }
  func ids(in range: Range<Int>) -> [AnyHashable] { entities.ids(in: range).map(AnyHashable.init) }

  func row(at index: Int, id: AnyHashable) -> any AnyNodeDescription {
    guard let id = id.base as? ID, let value = entities[id] else {
      preconditionFailure(
        "list: no row \(id) among the \(count) of a collection that has told its ids"
      )
    }
    return content(id, value)
  }

  func height(at index: Int) -> Value {
    guard let id = entities.ids(in: index..<index + 1).first, let value = entities[id] else {
      return .zero
    }
    return heightOfRow.height(of: (id, value))
  }

  func heights() -> [Value] {
    switch heightOfRow {
    case .fixed(let height): Array(repeating: height, count: count)
    case .each(let height): entities.map { height(($0.id, $0.value)) }
    }
  }

  func index(of id: AnyHashable, from index: Int, of count: Int) -> Int? {
    (id.base as? ID).flatMap { entities.index(of: $0) }
  }

  /// Up to where changes were read; the values themselves aren't kept.
  var memory: any Sendable { entities.cursor }

  func changes(since memory: any Sendable) -> ListChanges {
    guard let cursor = memory as? EntityCursor, let changes = entities.changes(since: cursor) else {
      return .unknown
    }
    var ids: [AnyHashable] = []
    for change in changes {
      guard change.kind == .updated else { return .unknown }
      ids.append(AnyHashable(change.id))
    }
    return ids.isEmpty ? .none : .updated(ids)
  }
}
