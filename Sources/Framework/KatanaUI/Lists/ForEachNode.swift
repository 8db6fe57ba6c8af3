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

  /// A copy of the items shown last, so that their array isn't kept.
  @safe @exclusivity(unchecked) @usableFromInline var items: ContiguousArray<Item> = []
  /// Whether ids may repeat.
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

  /// Brings the rows up to date with the items.
  @inlinable
  static func synchronize(
    _ node: ForEachNode,
    with items: [Item],
    _ update: ListUpdate,
    _ content: (Item) -> Row
  ) {
    if node.items.count == items.count {
      // Usually all rows stay in place.
      let place = node.updateRows(in: 0..<items.count, to: items, update, content)
      if place == items.count || node.swap(from: place, to: items, update, content) { return }
    }
    node.rearrange(to: items, update, content)
  }

  /// Describes rows anew while ids match place by place.
  ///
  /// - Returns: The first place with another id, or the end of the range.
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

  /// Swaps two rows, if that and changed values are the only difference.
  ///
  /// Rows between the two are compared with the items now in their places; nothing needs to be remembered of them. There must be as many
  /// items as rows, and the ids before the first place must be the same.
  ///
  /// Complexity: O(n) comparisons.
  ///
  /// - Returns: Whether it was a swap; otherwise all rows keep their places, though some may be described anew.
  @inlinable
  func swap(
    from first: Int,
    to items: [Item],
    _ update: ListUpdate,
    _ content: (Item) -> Row
  ) -> Bool {
    // If ids repeat, only the order identifies a row.
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

  /// The first of some places at which two lists differ, or the end of the places.
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

  /// Brings the rows up to date when their number or order has changed.
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

  /// Compares lists through pointers: an array would check its bounds and copy items at each access.
  @inlinable
  nonisolated static func compare(
    _ edits: inout KeyedEdits,
    from old: ContiguousArray<Item>,
    to new: [Item],
    isWhole: Bool
  ) {
    unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { new in
        // SAFETY: the comparison stays within the counts and keeps nothing afterwards.
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

  /// Whether an id repeats; ascending numbers, the usual case, need no hashing.
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

/// The shown items and the new items, for their comparison.
@usableFromInline
@safe
struct ItemLists<Item: Identifiable & Equatable>: KeyedLists {
  // SAFETY: for all accesses: the items outlive the comparison, and its places are within the counts.
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

/// A cheap hash: a multiplication for integers, which nobody chooses in order to cause collisions.
@inlinable @inline(__always)
func cheapHash<ID: Hashable>(of id: ID) -> Int {
  guard ID.self == Int.self else { return id.hashValue }
  let product = UInt(bitPattern: number(id)) &* 0x9E37_79B9_7F4A_7C15
  return Int(bitPattern: product ^ product >> 32)
}

/// The integer itself, for an id known to be an `Int`.
@inlinable @inline(__always)
func number<ID>(_ id: ID) -> Int {
  // SAFETY: the callers have compared the type.
  unsafe unsafeBitCast(id, to: Int.self)
}
