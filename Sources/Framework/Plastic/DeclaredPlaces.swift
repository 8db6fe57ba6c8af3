public import Foundation

/// How far a view was looked at on the way to its ancestors.
private enum Mark { case unseen, onPath, done }

/// What declarations say besides their keys: an array for each thing that all views have.
@frozen
@usableFromInline
struct DeclaredPlaces: Sendable {
  /// The slots that slots are in: the container's, which is the first, and for each view its parent's;
  /// the complement where the parent was declared by its place in the list.
  @usableFromInline var parents: [Int32] = [0]
  /// Where the views were declared to be.
  @usableFromInline var frames: [CGRect] = []
  /// The slots of views without a key, rising.
  @usableFromInline var unkeyed: [Int32] = []
  /// The reference sizes of slots.
  @usableFromInline var references = SlotValues<ReferenceSize>()
  /// What measures slots.
  @usableFromInline var measured = SlotValues<any SizeMeasuring>()

  @inlinable
  init(capacity: Int) {
    parents.reserveCapacity(capacity + 1)
    frames.reserveCapacity(capacity)
  }

  /// The places of views that are in the container and have no size.
  @usableFromInline
  init(empty count: Int) {
    parents = [Int32](filledWith: 0, count: count + 1)
    frames = [CGRect](filledWith: .zero, count: count)
  }

  /// The slot that a slot is in.
  func parent(of slot: Int) -> Int32 {
    let parent = parents[slot]
    return parent < 0 ? ~parent : parent
  }

  /// Checks that all frames can be laid out.
  ///
  /// - Parameter name: The name of the view at a place of the list.
  /// - Throws: ``LayoutError/invalidFrame(view:_:)``.
  @usableFromInline
  func checkFrames(_ name: (Int) -> String) throws(LayoutError) {
    if let index = frames.firstIndex(where: { !$0.isAcceptable }) {
      throw .invalidFrame(view: name(index), frames[index])
    }
  }

  /// The slots so that each comes after its parent; empty if they already do.
  ///
  /// - Parameter name: The name of the view at a place of the list.
  /// - Returns: The slots but the container's.
  /// - Throws: ``LayoutError/parentCycle(_:)``.
  @usableFromInline
  func order(_ name: (Int) -> String) throws(LayoutError) -> [Int32] {
    if parents.indices.dropFirst().allSatisfy({ parent(of: $0) < $0 }) { return [] }
    var marks = [Mark](repeating: .unseen, count: parents.count)
    marks[0] = .done
    var order: [Int32] = []
    order.reserveCapacity(frames.count)
    var path: [Int32] = []
    for start in parents.indices {
      var slot = Int32(start)
      while marks[Int(slot)] == .unseen {
        marks[Int(slot)] = .onPath
        path.append(slot)
        slot = parent(of: Int(slot))
      }
      if marks[Int(slot)] == .onPath {
        let first = path.firstIndex(of: slot) ?? 0
        let cycle = path[first...] + [slot]
        throw .parentCycle(cycle.map { name(Int($0) - 1) })
      }
      while let next = path.popLast() {
        marks[Int(next)] = .done
        order.append(next)
      }
    }
    return order
  }

  /// The slots as they are before a layout; the first is the container's.
  @usableFromInline
  func slots(in order: [Int32]) -> [ViewSlot] {
    let nothing = AxisSpan(relativeOrigin: 0, length: 0)
    let container = ViewSlot(x: nothing, y: nothing, parent: 0, scope: 0, isKeyed: true)
    var slots: [ViewSlot]
    if order.isEmpty {
      slots = []
      slots.reserveCapacity(parents.count)
      slots.append(container)
      for slot in parents.indices.dropFirst() { slots.append(self.slot(slot, in: slots)) }
    } else {
      slots = [ViewSlot](filledWith: container, count: parents.count)
      for slot in order { slots[Int(slot)] = self.slot(Int(slot), in: slots) }
    }
    // Only now, for what is in such a view asks it for its scope.
    for slot in unkeyed { slots[Int(slot)].scope = ~slots[Int(slot)].scope }
    return slots
  }

  /// A slot as it is before a layout, where its parent's is known.
  private func slot(_ slot: Int, in slots: [ViewSlot]) -> ViewSlot {
    let frame = frames[slot - 1]
    let parent = parent(of: slot)
    let declares = !references.isEmpty && references[parent] != nil
    return ViewSlot(
      x: AxisSpan(relativeOrigin: frame.origin.x, length: frame.size.width),
      y: AxisSpan(relativeOrigin: frame.origin.y, length: frame.size.height),
      parent: parent,
      scope: declares ? parent : slots[Int(parent)].scope,
      isKeyed: true
    )
  }
}

extension CGRect {
  /// Whether its sides aren't negative, and all is so finite that sums over all ancestors are, too.
  var isAcceptable: Bool {
    size.width >= 0 && size.height >= 0 && abs(origin.x) < 1e298 && abs(origin.y) < 1e298
      && size.width < 1e298 && size.height < 1e298
  }
}
