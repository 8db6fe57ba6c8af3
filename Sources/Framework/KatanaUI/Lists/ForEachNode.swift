import Foundation
import Katana
public import KeyedDiff
import NativeViews

/// The node of a ``ForEach``: its items, and a node for each.
@MainActor
@usableFromInline
final class ForEachNode<Item: Identifiable & Equatable & Sendable, Row: NodeDescription>:
  RowsNode<ForEach<Item, Row>>
{
  @usableFromInline
  typealias Synchronization =
    @MainActor @Sendable (ForEachNode, [Item], ListUpdate, @Sendable (Item) -> Row) -> Void

  /// A copy of what was shown last: the array that it came from is let go.
  @safe @exclusivity(unchecked) @usableFromInline var items: ContiguousArray<Item> = []
  /// Whether an id may occur twice among them.
  @safe @exclusivity(unchecked) @usableFromInline var mayHaveRepeatedIDs = false

  override func begin() {
    if case .state(let items) = current.source, !follow(items) { return }
    showRows(.changed)
  }

  override func showRows(_ update: ListUpdate) {
    flags.insert(.isUpdating)
    defer { flags.remove(.isUpdating) }
    switch current.source {
    case .array(let items): current.synchronize(self, items, update, current.content)
    case .state(let items):
      guard let connection = renderer?.connection, let items = items.read(connection) else {
        return
      }
      current.synchronize(self, items, update, current.content)
    }
  }

  override func forgetRows() { items = [] }

  // MARK: Rows

  /// Brings the rows to where items are.
  @inlinable
  static func synchronize(
    _ node: ForEachNode,
    with items: [Item],
    _ update: ListUpdate,
    _ content: (Item) -> Row
  ) {
    if node.items.count == items.count {
      // Mostly all stand where they stood.
      let place = node.updateRows(in: 0..<items.count, to: items, update, content)
      if place == items.count || node.swap(from: place, to: items, update, content) { return }
    }
    node.rearrange(to: items, update, content)
  }

  /// Describes rows anew as long as the same ones stand at the same places.
  ///
  /// - Returns: The first place where another one stands, or else the range's end.
  @inlinable
  func updateRows(
    in range: Range<Int>,
    to items: [Item],
    _ update: ListUpdate,
    _ content: (Item) -> Row
  ) -> Int {
    let options = NodeUpdate(isForced: update == .forced)
    var place = range.lowerBound
    while true {
      if update == .changed {
        place = Self.firstDifference(self.items, items, in: place..<range.upperBound)
      }
      guard place < range.upperBound, self.items[place].id == items[place].id else { return place }
      self.items[place] = items[place]
      content(items[place]).update(children[place], with: options)
      place &+= 1
    }
  }

  /// Lets two rows change places, where that and other values are all that differs.
  ///
  /// Rows between the two are compared with what stands there now, and nothing has to be remembered of them.
  ///
  /// Complexity: O(n) comparisons.
  ///
  /// There are as many items as rows, and the ids before the first place are the same.
  ///
  /// - Returns: Whether it was a swap; otherwise all rows are where they were, and some have been described anew.
  @inlinable
  func swap(
    from first: Int,
    to items: [Item],
    _ update: ListUpdate,
    _ content: (Item) -> Row
  ) -> Bool {
    // Of ids that occur twice the order tells which row is meant.
    guard !mayHaveRepeatedIDs else { return false }
    var last = items.count &- 1
    while last > first, items[last].id == self.items[last].id { last &-= 1 }
    guard last > first, items[first].id == self.items[last].id,
      items[last].id == self.items[first].id
    else { return false }
    updateRow(at: last, to: items[first], update, content)
    guard updateRows(in: first &+ 1..<last, to: items, update, content) == last else {
      return false
    }
    updateRow(at: first, to: items[last], update, content)
    _ = updateRows(in: last &+ 1..<items.count, to: items, update, content)
    self.items.swapAt(first, last)
    swapChildren(first, last)
    return true
  }

  @inlinable
  func updateRow(at place: Int, to item: Item, _ update: ListUpdate, _ content: (Item) -> Row) {
    guard update != .changed || items[place] != item else { return }
    items[place] = item
    content(item).update(children[place], with: NodeUpdate(isForced: update == .forced))
  }

  /// The first of some places where two lists differ, or the end of the places.
  @inlinable
  nonisolated static func firstDifference(
    _ old: ContiguousArray<Item>,
    _ new: [Item],
    in range: Range<Int>
  ) -> Int {
    unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { new in
        // SAFETY: both have elements at all of these places.
        var place = range.lowerBound
        while place < range.upperBound, unsafe old[place] == new[place] { place &+= 1 }
        return place
      }
    }
  }

  /// Brings the rows to where items are that aren't as many, or not in the same order.
  @inlinable
  func rearrange(to items: [Item], _ update: ListUpdate, _ content: (Item) -> Row) {
    guard let renderer else { return }
    let options = NodeUpdate(isForced: update == .forced)
    let context = NodeContext(renderer: renderer, parent: self)
    var edits = renderer.takeEdits()
    Self.compare(&edits, from: self.items, to: items, isWhole: update != .changed)
    let range = rearrange(
      by: edits,
      make: { content(items[$0]).makeNode(in: context) },
      update: { content(items[$1]).update($0, with: options) }
    )
    let hadItems = !self.items.isEmpty
    self.items.replaceSubrange(range.old, with: items[range.new])
    if range.hasNew {
      mayHaveRepeatedIDs = Self.hasRepeatedIDs(items, hadItems: hadItems)
      if mayHaveRepeatedIDs { tellOfRepeatedIDs() }
    }
    renderer.putBack(edits)
  }

  /// Compares lists by their places in memory: an array would be asked for its bounds, and its items copied, each time.
  @inlinable
  nonisolated static func compare(
    _ edits: inout KeyedEdits,
    from old: ContiguousArray<Item>,
    to new: [Item],
    isWhole: Bool
  ) {
    unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { new in
        // SAFETY: nothing of it is kept when the comparison is done, which stays within the counts.
        edits.compare(unsafe ItemLists(old: old, new: new, isWhole: isWhole))
      }
    }
  }

  @usableFromInline
  func tellOfRepeatedIDs() {
    diagnose(
      "several items have the same id, and their rows are used again in their order",
      remedy: "give each item an id of its own"
    )
  }

  /// Whether an id occurs twice; rising numbers, as ids mostly are, need not be hashed.
  @inlinable
  static func hasRepeatedIDs(_ items: [Item], hadItems: Bool) -> Bool {
    if Item.ID.self == Int.self {
      var isRising = true
      var last = Int.min
      for item in items {
        let id = number(item.id)
        if id <= last { isRising = false }
        last = id
      }
      if isRising { return false }
    }
    var ids: Set<Item.ID> = Set(minimumCapacity: items.count)
    for item in items where !ids.insert(item.id).inserted { return true }
    return false
  }
}

/// Items that are shown and items that are to be, as their comparison reads them.
@usableFromInline
@safe
struct ItemLists<Item: Identifiable & Equatable>: KeyedLists {
  // SAFETY: of all accesses: the items live until the comparison is done, and its places are within the counts.
  @usableFromInline let old: UnsafeBufferPointer<Item>
  @usableFromInline let new: UnsafeBufferPointer<Item>
  @usableFromInline let isWhole: Bool

  @inlinable
  init(old: UnsafeBufferPointer<Item>, new: UnsafeBufferPointer<Item>, isWhole: Bool) {
    unsafe (self.old, self.new, self.isWhole) = (old, new, isWhole)
  }

  @inlinable var oldCount: Int { unsafe old.count }
  @inlinable var newCount: Int { unsafe new.count }

  @inlinable @inline(__always)
  func isUnchanged(old place: Int, new other: Int) -> Bool {
    unsafe !isWhole && old[place] == new[other]
  }
  @inlinable @inline(__always)
  func corresponds(old place: Int, new other: Int) -> Bool {
    unsafe old[place].id == new[other].id
  }
  @inlinable @inline(__always)
  func isRepeated(old place: Int, old other: Int) -> Bool {
    unsafe old[place].id == old[other].id
  }
  @inlinable @inline(__always)
  func oldHash(at place: Int) -> Int { unsafe cheapHash(of: old[place].id) }
  @inlinable @inline(__always)
  func newHash(at place: Int) -> Int { unsafe cheapHash(of: new[place].id) }
}

/// A hash that costs what the id deserves: of numbers, which nobody chooses to make collisions of, a multiplication.
@inlinable @inline(__always)
func cheapHash<ID: Hashable>(of id: ID) -> Int {
  guard ID.self == Int.self else { return id.hashValue }
  let product = UInt(bitPattern: number(id)) &* 0x9E37_79B9_7F4A_7C15
  return Int(bitPattern: product ^ product >> 32)
}

/// A number as such, where its type is known to be `Int`.
@inlinable @inline(__always)
func number<ID>(_ id: ID) -> Int {
  // SAFETY: the callers have compared the type.
  unsafe unsafeBitCast(id, to: Int.self)
}
