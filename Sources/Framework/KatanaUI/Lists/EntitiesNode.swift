import Foundation
public import Katana
public import KeyedDiff
import NativeViews

/// The node of a ``ForEachEntity``: the ids in order, and a node for each.
@MainActor
@usableFromInline
final class EntitiesNode<ID: Hashable & Sendable, Value: Sendable, Row: NodeDescription>:
  RowsNode<ForEachEntity<ID, Value, Row>>
{
  @usableFromInline
  typealias Synchronization =
    @MainActor @Sendable (EntitiesNode, Entities<ID, Value>, ListUpdate) -> Void

  @safe @exclusivity(unchecked) @usableFromInline var ids: ContiguousArray<ID> = []
  /// The collection's slots with the rows' values.
  @safe @exclusivity(unchecked) @usableFromInline var slots: ContiguousArray<UInt32> = []
  /// The rows by slot.
  @safe @exclusivity(unchecked) @usableFromInline var rows: ContiguousArray<AnyNode?> = []
  /// Up to where the rows show the collection's changes.
  @safe @exclusivity(unchecked) @usableFromInline var cursor = EntityCursor.start

  override func begin() {
    cursor = .start
    if follow(current.part) { showRows(.changed) }
  }

  override func showRows(_ update: ListUpdate) {
    guard let connection = renderer?.connection, let entities = current.part.read(connection) else {
      return
    }
    flags.insert(.isUpdating)
    current.synchronize(self, entities, update)
    flags.remove(.isUpdating)
  }

  override func forgetRows() {
    ids = []
    slots = []
    rows = []
  }

  // MARK: Rows

  /// Brings the rows up to date with the values.
  @inlinable
  static func synchronize(
    _ node: EntitiesNode,
    with entities: Entities<ID, Value>,
    _ update: ListUpdate,
    _ content: (ID, Value) -> Row
  ) {
    let news = entities.changesAndSorting(since: node.cursor)
    node.cursor = entities.cursor
    guard update == .changed, let (changes, isSorted) = news else {
      return node.rearrange(
        to: entities,
        updating: nil,
        isSameCollection: news != nil,
        update,
        content
      )
    }
    let order = isSorted ? OrderChange.any : OrderChange(changes)
    if case .none = order {
      node.updateRows(changes, entities, content)
    } else if !node.carryOut(order, changes, entities, content) {
      var updated: Set<ID> = []
      for change in changes where change.kind == .updated || change.kind == .inserted {
        updated.insert(change.id)
      }
      node.rearrange(to: entities, updating: updated, isSameCollection: true, update, content)
    }
  }

  /// Updates the rows of changed values.
  @inlinable
  func updateRows(
    _ changes: EntityChanges<ID>,
    _ entities: Entities<ID, Value>,
    _ content: (ID, Value) -> Row
  ) {
    for change in changes where change.kind == .updated {
      // The value may be new, or gone by now.
      guard Int(change.slot) < rows.count, let row = rows[Int(change.slot)],
        let value = entities.value(inSlot: change.slot)
      else { continue }
      content(change.id, value).update(row, with: .plain)
    }
  }

  /// Brings the rows up to date when values came, went or moved.
  ///
  /// The `updated` values may have changed, or all if it is `nil`; in the same collection, the others keep their slots.
  @inlinable
  func rearrange(
    to entities: Entities<ID, Value>,
    updating updated: Set<ID>?,
    isSameCollection: Bool,
    _ update: ListUpdate,
    _ content: (ID, Value) -> Row
  ) {
    guard let renderer else { return }
    let context = NodeContext(renderer: renderer, parent: self)
    let places = 0..<entities.count
    let newIDs = entities.ids(in: places)
    let newSlots = entities.slots(in: places)
    var edits = renderer.takeEdits()
    edits.compare(IDLists(old: ids, new: newIDs, updated: updated))
    let range = rearrange(
      by: edits,
      make: { place in
        guard let value = entities.value(inSlot: newSlots[place]) else {
          preconditionFailure("entities: \(newIDs[place]) is one of their ids, and has no value")
        }
        return content(newIDs[place], value).makeNode(in: context)
      },
      update: { node, place in
        guard let value = entities.value(inSlot: newSlots[place]) else { return }
        content(newIDs[place], value).update(node, with: NodeUpdate(isForced: update == .forced))
      }
    )
    ids.replaceSubrange(range.old, with: newIDs[range.new])
    let oldSlots = slots
    slots = newSlots
    if isSameCollection {
      // A value that was removed and inserted again keeps its row, perhaps in the slot of another.
      for place in range.old { rows[Int(oldSlots[place])] = nil }
      for place in range.new { putRow(children[place], in: slots[place]) }
    } else {
      rows.removeAll(keepingCapacity: true)
      rows.reserveCapacity(slots.count)
      for (slot, row) in zip(slots, children) { putRow(row, in: slot) }
    }
    renderer.putBack(edits)
  }

  /// Sets the row of a slot.
  @inlinable
  func putRow(_ row: AnyNode, in slot: UInt32) {
    while rows.count <= Int(slot) { rows.append(nil) }
    rows[Int(slot)] = row
  }
}

/// The shown ids and the new ids, for their comparison.
@usableFromInline
struct IDLists<ID: Hashable>: KeyedLists {
  @usableFromInline let old: ContiguousArray<ID>
  @usableFromInline let new: [ID]
  @usableFromInline let updated: Set<ID>?

  @inlinable
  init(old: ContiguousArray<ID>, new: [ID], updated: Set<ID>?) {
    (self.old, self.new, self.updated) = (old, new, updated)
  }

  @inlinable var oldCount: Int { old.count }
  @inlinable var newCount: Int { new.count }

  @inlinable @inline(__always)
  func isUnchanged(old place: Int, new other: Int) -> Bool {
    guard old[place] == new[other], let updated else { return false }
    return updated.isEmpty || !updated.contains(new[other])
  }

  @inlinable @inline(__always)
  func corresponds(old place: Int, new other: Int) -> Bool { old[place] == new[other] }
  @inlinable @inline(__always)
  func isRepeated(old place: Int, old other: Int) -> Bool { old[place] == old[other] }
  @inlinable @inline(__always)
  func oldHash(at place: Int) -> Int { cheapHash(of: old[place]) }
  @inlinable @inline(__always)
  func newHash(at place: Int) -> Int { cheapHash(of: new[place]) }
}
