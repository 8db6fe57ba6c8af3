import Foundation
public import Katana
public import KeyedDiff
import NativeViews

/// The node of a ``ForEachEntity``: ids in their order, and a node for each.
@MainActor
@usableFromInline
final class EntitiesNode<ID: Hashable & Sendable, Value: Sendable, Row: NodeDescription>:
  RowsNode<ForEachEntity<ID, Value, Row>>
{
  @usableFromInline
  typealias Synchronization =
    @MainActor @Sendable (EntitiesNode, AnyStoreConnection, ListUpdate) -> Void

  @safe @exclusivity(unchecked) @usableFromInline var ids: ContiguousArray<ID> = []
  @safe @exclusivity(unchecked) @usableFromInline var rows: [ID: AnyNode] = [:]
  /// How far the collection's changes are shown.
  @safe @exclusivity(unchecked) @usableFromInline var cursor = EntityCursor.start

  override func begin() {
    cursor = .start
    guard let connection = renderer?.connection,
      let subscriptions = current.subscribe(connection, self)
    else { return diagnoseMissingState(current.stateName) }
    self.subscriptions = subscriptions
    showRows(.changed)
  }

  override func showRows(_ update: ListUpdate) {
    guard let connection = renderer?.connection else { return }
    flags.insert(.isUpdating)
    current.synchronize(self, connection, update)
    flags.remove(.isUpdating)
  }

  override func forgetRows() {
    ids = []
    rows = [:]
  }

  // MARK: Rows

  /// Brings the rows to where the values are.
  @inlinable
  static func synchronize(
    _ node: EntitiesNode,
    with entities: Entities<ID, Value>,
    _ update: ListUpdate,
    _ content: (ID, Value) -> Row
  ) {
    let changes = entities.changes(since: node.cursor)
    node.cursor = entities.cursor
    guard update == .changed, let changes else {
      return node.rearrange(to: entities, updating: nil, update, content)
    }
    var isOther = false
    for change in changes where change.kind != .updated { isOther = true }
    if isOther {
      var updated: Set<ID> = []
      for change in changes where change.kind == .updated || change.kind == .inserted {
        updated.insert(change.id)
      }
      return node.rearrange(to: entities, updating: updated, update, content)
    }
    for change in changes {
      guard let row = node.rows[change.id], let value = entities[change.id] else { continue }
      content(change.id, value).update(row, with: .plain)
    }
  }

  /// Brings rows to where values are of which some have come, gone or moved.
  ///
  /// - Parameters:
  ///   - entities: The values.
  ///   - updated: Those that may have changed; `nil` for all.
  ///   - update: Which rows are described anew.
  ///   - content: Makes a row's description.
  @inlinable
  func rearrange(
    to entities: Entities<ID, Value>,
    updating updated: Set<ID>?,
    _ update: ListUpdate,
    _ content: (ID, Value) -> Row
  ) {
    guard let renderer else { return }
    let context = NodeContext(renderer: renderer, parent: self)
    let ids = entities.ids(in: 0..<entities.count)
    var edits = renderer.takeEdits()
    edits.compare(IDLists(old: self.ids, new: ids, updated: updated))
    var made: [(ID, AnyNode)] = []
    for place in edits.removed { rows[self.ids[place]] = nil }
    let range = rearrange(
      by: edits,
      make: { place in
        guard let value = entities[ids[place]] else {
          preconditionFailure("entities: \(ids[place]) is one of their ids, and has no value")
        }
        let node = content(ids[place], value).makeNode(in: context)
        made.append((ids[place], node))
        return node
      },
      update: { node, place in
        guard let value = entities[ids[place]] else { return }
        content(ids[place], value).update(node, with: NodeUpdate(isForced: update == .forced))
      }
    )
    rows.reserveCapacity(ids.count)
    for (id, node) in made { rows[id] = node }
    self.ids.replaceSubrange(range.old, with: ids[range.new])
    renderer.putBack(edits)
  }
}

/// Ids that are shown and ids that are to be, as their comparison reads them.
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
