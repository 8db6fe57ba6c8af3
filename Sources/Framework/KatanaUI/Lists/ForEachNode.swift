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

  override func begin() {
    if case .state(let items) = current.source {
      guard let connection = renderer?.connection,
        let subscriptions = items.subscribe(connection, self)
      else { return diagnoseMissingState(items.stateName) }
      self.subscriptions = subscriptions
    }
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
    let options = NodeUpdate(isForced: update == .forced)
    var place = 0
    if node.items.count == items.count {
      // Mostly all stand where they stood.
      while true {
        if update == .changed { place = firstDifference(node.items, items, from: place) }
        guard place < items.count, node.items[place].id == items[place].id else { break }
        node.items[place] = items[place]
        content(items[place]).update(node.children[place], with: options)
        place += 1
      }
      if place == items.count { return }
    }
    node.rearrange(to: items, update, content)
  }

  /// The first place from one on where two lists of the same length differ.
  @inlinable
  static func firstDifference(
    _ old: ContiguousArray<Item>,
    _ new: [Item],
    from start: Int
  ) -> Int {
    unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { new in
        // SAFETY: both have as many elements.
        var place = start
        while place < new.count, unsafe old[place] == new[place] { place &+= 1 }
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
    edits.compare(ItemLists(old: self.items, new: items, isWhole: update != .changed))
    let range = rearrange(
      by: edits,
      make: { content(items[$0]).makeNode(in: context) },
      update: { content(items[$1]).update($0, with: options) }
    )
    let hadItems = !self.items.isEmpty
    self.items.replaceSubrange(range.old, with: items[range.new])
    if range.hasNew, Self.hasRepeatedIDs(items, hadItems: hadItems) { tellOfRepeatedIDs() }
    renderer.putBack(edits)
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
struct ItemLists<Item: Identifiable & Equatable>: KeyedLists {
  @usableFromInline let old: ContiguousArray<Item>
  @usableFromInline let new: [Item]
  @usableFromInline let isWhole: Bool

  @inlinable
  init(old: ContiguousArray<Item>, new: [Item], isWhole: Bool) {
    (self.old, self.new, self.isWhole) = (old, new, isWhole)
  }

  @inlinable var oldCount: Int { old.count }
  @inlinable var newCount: Int { new.count }

  @inlinable @inline(__always)
  func isUnchanged(old place: Int, new other: Int) -> Bool { !isWhole && old[place] == new[other] }
  @inlinable @inline(__always)
  func corresponds(old place: Int, new other: Int) -> Bool { old[place].id == new[other].id }
  @inlinable @inline(__always)
  func isRepeated(old place: Int, old other: Int) -> Bool { old[place].id == old[other].id }
  @inlinable @inline(__always)
  func oldHash(at place: Int) -> Int { cheapHash(of: old[place].id) }
  @inlinable @inline(__always)
  func newHash(at place: Int) -> Int { cheapHash(of: new[place].id) }
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
