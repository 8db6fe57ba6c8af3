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
  /// A hash of the first declarations, for caches: what has the same is compared whole.
  let fingerprint: Int

  init(_ declarations: [ViewDeclaration<Key>]) throws(LayoutError) {
    // One pass over the declarations: where the key's type isn't known each access of one is a call.
    var keys: [Key?] = []
    var frames: [CGRect] = []
    var declaredParents: [ViewDeclaration<Key>.Parent] = []
    var references: [Int32: ReferenceSize] = [:]
    var measured: [Int32: any SizeMeasuring] = [:]
    keys.reserveCapacity(declarations.count)
    frames.reserveCapacity(declarations.count)
    declaredParents.reserveCapacity(declarations.count)
    for declaration in declarations {
      keys.append(declaration.key)
      frames.append(declaration.frame)
      declaredParents.append(declaration.parent)
      if let reference = declaration.referenceSize { references[Int32(keys.count)] = reference }
      if let content = declaration.content { measured[Int32(keys.count)] = content }
    }
    if let index = frames.firstIndex(where: { !$0.isAcceptable }) {
      throw .invalidFrame(view: Self.name(index, in: declarations), frames[index])
    }
    let table = try KeyTable(keys)
    var parents: [Int32] = [0]
    parents.reserveCapacity(declarations.count + 1)
    for (index, parent) in declaredParents.enumerated() {
      parents.append(try Self.slot(of: parent, of: index, in: declarations, table))
    }
    let order = try Self.order(parents, declarations)
    let isKeyed = keys.map { $0 != nil }
    self.declarations = declarations
    self.table = table
    self.order = order
    self.frames = frames
    self.references = references
    self.measured = measured
    slots = Self.slots(parents, order, frames, isKeyed, references)
    var hasher = Hasher()
    hasher.combine(frames.count)
    for index in frames.indices.prefix(64) {
      hasher.combine(parents[index + 1])
      hasher.combine(frames[index].origin.x)
      hasher.combine(frames[index].origin.y)
      hasher.combine(frames[index].size.width)
      hasher.combine(frames[index].size.height)
      hasher.combine(keys[index])
    }
    fingerprint = hasher.finalize()
  }

  /// What a slot is called in messages.
  func name(of slot: Int) -> String {
    slot == 0 ? "nativeView" : Self.name(slot - 1, in: declarations)
  }

  private static func name(_ index: Int, in declarations: [ViewDeclaration<Key>]) -> String {
    declarations[index].key.map { "\($0)" } ?? "declaration \(index)"
  }

  private static func slot(
    of parent: ViewDeclaration<Key>.Parent,
    of index: Int,
    in declarations: [ViewDeclaration<Key>],
    _ table: KeyTable<Key>
  ) throws(LayoutError) -> Int32 {
    let slot: Int32?
    let name: String
    switch parent {
    case .nativeView: return 0
    case .key(let key):
      slot = table.slot(of: key)
      name = "\(key)"
    case .declaration(let place):
      slot = declarations.indices.contains(place) ? Int32(place + 1) : nil
      name = "declaration \(place)"
    }
    guard let slot else {
      throw .unknownParent(view: Self.name(index, in: declarations), parent: name)
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
    _ frames: [CGRect],
    _ isKeyed: [Bool],
    _ references: [Int32: ReferenceSize]
  ) -> [ViewSlot] {
    let nothing = AxisSpan(relativeOrigin: 0, length: 0)
    let container = ViewSlot(x: nothing, y: nothing, parent: 0, scope: 0, isKeyed: true)
    var slots = [ViewSlot](repeating: container, count: parents.count)
    for place in frames.indices {
      let slot = order.isEmpty ? place + 1 : Int(order[place])
      let frame = frames[slot - 1]
      let parent = parents[slot]
      let above = slots[Int(parent)]
      let inherited = above.isKeyed ? above.scope : ~above.scope
      let declares = !references.isEmpty && references[parent] != nil
      slots[slot] = ViewSlot(
        x: AxisSpan(relativeOrigin: frame.origin.x, length: frame.size.width),
        y: AxisSpan(relativeOrigin: frame.origin.y, length: frame.size.height),
        parent: parent,
        scope: declares ? parent : inherited,
        isKeyed: isKeyed[slot - 1]
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
