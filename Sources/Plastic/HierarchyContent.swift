import Foundation

/// How far a view was looked at on the way to its ancestors.
private enum Mark { case unseen, onPath, done }

/// What a hierarchy shares with its copies.
@usableFromInline
final class HierarchyContent<Key: Hashable & Sendable>: Sendable {
  let declarations: [ViewDeclaration<Key>]
  @usableFromInline let table: KeyTable<Key>
  /// The slots as they are before a layout; the first is the container's.
  let slots: [ViewSlot]
  /// Where the views were declared to be.
  let frames: [CGRect]
  /// The slots so that each comes after its parent; empty if they already do.
  let order: [Int32]
  /// The reference sizes of slots.
  let references: [Int32: ReferenceSize]
  /// What measures slots.
  let measured: [Int32: any SizeMeasuring]
  /// A hash of the declarations, for caches.
  let fingerprint: Int

  init(_ declarations: [ViewDeclaration<Key>]) throws(LayoutError) {
    let table = try KeyTable(declarations.map(\.key))
    var parents: [Int32] = [0]
    parents.reserveCapacity(declarations.count + 1)
    var hasher = Hasher()
    for (index, declaration) in declarations.enumerated() {
      guard declaration.frame.isAcceptable else {
        throw .invalidFrame(view: Self.name(index, in: declarations), declaration.frame)
      }
      parents.append(try Self.parent(of: index, in: declarations, table))
      hasher.combine(declaration)
    }
    let order = try Self.order(parents, declarations)
    let slots = Self.slots(parents, order, declarations)
    self.declarations = declarations
    self.table = table
    self.order = order
    self.slots = slots
    frames = declarations.map(\.frame)
    references = Dictionary(
      uniqueKeysWithValues: declarations.enumerated().compactMap { index, declaration in
        declaration.referenceSize.map { (Int32(index + 1), $0) }
      }
    )
    measured = Dictionary(
      uniqueKeysWithValues: declarations.enumerated().compactMap { index, declaration in
        declaration.content.map { (Int32(index + 1), $0) }
      }
    )
    fingerprint = hasher.finalize()
  }

  /// What a slot is called in messages.
  func name(of slot: Int) -> String {
    slot == 0 ? "nativeView" : Self.name(slot - 1, in: declarations)
  }

  private static func name(_ index: Int, in declarations: [ViewDeclaration<Key>]) -> String {
    declarations[index].key.map { "\($0)" } ?? "declaration \(index)"
  }

  private static func parent(
    of index: Int,
    in declarations: [ViewDeclaration<Key>],
    _ table: KeyTable<Key>
  ) throws(LayoutError) -> Int32 {
    let slot: Int32?
    let parent: String
    switch declarations[index].parent {
    case .nativeView: return 0
    case .key(let key):
      slot = table.slot(of: key)
      parent = "\(key)"
    case .declaration(let place):
      slot = declarations.indices.contains(place) ? Int32(place + 1) : nil
      parent = "declaration \(place)"
    }
    guard let slot else {
      throw .unknownParent(view: name(index, in: declarations), parent: parent)
    }
    return slot
  }

  /// The slots so that each comes after its parent; empty if they already do.
  private static func order(
    _ parents: [Int32],
    _ declarations: [ViewDeclaration<Key>]
  ) throws(LayoutError) -> [Int32] {
    if parents.indices.dropFirst().allSatisfy({ parents[$0] < $0 }) { return [] }
    var marks = [Mark](repeating: .unseen, count: parents.count)
    marks[0] = .done
    var order: [Int32] = []
    order.reserveCapacity(declarations.count)
    var path: [Int32] = []
    for start in parents.indices {
      var slot = Int32(start)
      while marks[Int(slot)] == .unseen {
        marks[Int(slot)] = .onPath
        path.append(slot)
        slot = parents[Int(slot)]
      }
      if marks[Int(slot)] == .onPath {
        let first = path.firstIndex(of: slot) ?? 0
        let cycle = path[first...] + [slot]
        throw .parentCycle(cycle.map { name(Int($0) - 1, in: declarations) })
      }
      while let next = path.popLast() {
        marks[Int(next)] = .done
        order.append(next)
      }
    }
    return order
  }

  private static func slots(
    _ parents: [Int32],
    _ order: [Int32],
    _ declarations: [ViewDeclaration<Key>]
  ) -> [ViewSlot] {
    let nothing = AxisSpan(relativeOrigin: 0, length: 0)
    let container = ViewSlot(x: nothing, y: nothing, parent: 0, scope: 0, isKeyed: true)
    var slots = [ViewSlot](repeating: container, count: parents.count)
    for place in declarations.indices {
      let slot = order.isEmpty ? place + 1 : Int(order[place])
      let declaration = declarations[slot - 1]
      let parent = Int(parents[slot])
      let inherited = slots[parent].isKeyed ? slots[parent].scope : ~slots[parent].scope
      let declares = parent > 0 && declarations[parent - 1].referenceSize != nil
      slots[slot] = ViewSlot(
        x: AxisSpan(relativeOrigin: declaration.frame.origin.x, length: declaration.frame.width),
        y: AxisSpan(relativeOrigin: declaration.frame.origin.y, length: declaration.frame.height),
        parent: Int32(parent),
        scope: declares ? Int32(parent) : inherited,
        isKeyed: declaration.key != nil
      )
    }
    return slots
  }
}

extension CGRect {
  /// Whether its sides aren't negative, and all is so finite that sums over all ancestors are, too.
  var isAcceptable: Bool {
    size.width >= 0 && size.height >= 0 && abs(origin.x) < 1e298 && abs(origin.y) < 1e298
      && size.width < 1e298 && size.height < 1e298
  }
}
