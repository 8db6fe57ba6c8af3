import Foundation

/// The storage that a hierarchy shares with its copies.
///
/// `@inlinable`, so that code that knows the key type makes it without a call per key.
@usableFromInline
final class HierarchyContent<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let table: KeyTable<Key>
  /// The declarations, by which hierarchies are compared.
  @usableFromInline let declared: DeclaredViews<Key>
  /// The slots before a layout; the first is the container's.
  @usableFromInline let slots: [ViewSlot]
  /// The slots in an order in which each comes after its parent; empty if they already do.
  @usableFromInline let order: [Int32]

  var frames: [CGRect] { declared.places.frames }
  var references: SlotValues<ReferenceSize> { declared.places.references }
  var measured: SlotValues<any SizeMeasuring> { declared.places.measured }

  @inlinable
  init(
    _ keys: [Key?],
    _ table: KeyTable<Key>,
    _ places: DeclaredPlaces,
    _ comparison: KeyComparison<Key>
  ) throws(LayoutError) {
    order = try places.order { Self.name($0, in: keys) }
    slots = places.slots(in: order)
    declared = DeclaredViews(keys, table, places, comparison)
    self.table = table
  }

  /// Checks declarations, in one pass for each one's values and one for its parent.
  ///
  /// - Throws: What ``ViewHierarchy/init(_:)`` does.
  @inlinable
  @inline(__always)
  convenience init(
    _ declarations: [ViewDeclaration<Key>],
    _ makeTable: ([Key?]) throws(LayoutError) -> KeyTable<Key>
  ) throws(LayoutError) {
    var keys: [Key?] = []
    keys.reserveCapacity(declarations.count)
    var places = DeclaredPlaces(capacity: declarations.count)
    for index in declarations.indices {
      keys.append(declarations[index].key)
      places.frames.append(declarations[index].frame)
      let slot = Int32(index + 1)
      if declarations[index].key == nil { places.unkeyed.append(slot) }
      if let reference = declarations[index].referenceSize {
        places.references.append(reference, of: slot)
      }
      if let content = declarations[index].content { places.measured.append(content, of: slot) }
    }
    try places.checkFrames { Self.name($0, in: keys) }
    let table = try makeTable(keys)
    for index in declarations.indices {
      switch declarations[index].parent {
      case .nativeView: places.parents.append(FlaggedSlot(0))
      case .key(let key):
        guard let slot = table.slot(of: key) else {
          throw .unknownParent(view: Self.name(index, in: keys), parent: "\(key)")
        }
        places.parents.append(FlaggedSlot(slot))
      case .declaration(let place):
        guard declarations.indices.contains(place) else {
          throw .unknownParent(view: Self.name(index, in: keys), parent: "declaration \(place)")
        }
        places.parents.append(FlaggedSlot(Int32(place + 1), isFlagged: true))
      }
    }
    try self.init(keys, table, places, KeyComparison())
  }

  /// Makes the content of views that are all in the container and start without a size.
  @inlinable
  convenience init(_ keys: [Key?], _ table: KeyTable<Key>) throws(LayoutError) {
    try self.init(keys, table, DeclaredPlaces(empty: keys.count), KeyComparison())
  }

  /// The name of a slot in messages.
  func name(of slot: Int) -> String {
    slot == 0 ? "nativeView" : Self.name(slot - 1, in: declared.keys)
  }

  @usableFromInline
  static func name(_ index: Int, in keys: [Key?]) -> String {
    keys[index].map { "\($0)" } ?? "declaration \(index)"
  }
}
