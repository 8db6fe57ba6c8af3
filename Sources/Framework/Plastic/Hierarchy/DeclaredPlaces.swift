public import Foundation

/// The progress of the search for a view's ancestors.
private enum Mark { case unseen, onPath, done }

/// Declarations without their keys: an array for each property that all views have.
@frozen
@usableFromInline
struct DeclaredPlaces: Sendable {
  /// The slot that each slot is in: for the container, the first, its own; for each view its parent's.
  ///
  /// Flagged if the parent was declared by its place in the list.
  @usableFromInline var parents = [FlaggedSlot(0)]
  /// Declared frames of the views.
  @usableFromInline var frames: [CGRect] = []
  /// The slots of views without a key, ascending.
  @usableFromInline var unkeyed: [Int32] = []
  @usableFromInline var references = SlotValues<ReferenceSize>()
  @usableFromInline var measured = SlotValues<any SizeMeasuring>()

  @inlinable
  init(capacity: Int) {
    parents.reserveCapacity(capacity + 1)
    frames.reserveCapacity(capacity)
  }

  /// The places of views that are in the container and have no size.
  @usableFromInline
  init(empty count: Int) {
    parents = [FlaggedSlot](filledWith: FlaggedSlot(0), count: count + 1)
    frames = [CGRect](filledWith: .zero, count: count)
  }

  /// The slot that a slot is in.
  func parent(of slot: Int) -> Int32 {
    parents[slot].slot
  }

  /// Checks that all frames can be laid out.
  ///
  /// - Parameter name: Returns the name of the view at a place of the list.
  /// - Throws: ``LayoutError/invalidFrame(view:_:)``.
  @usableFromInline
  func checkFrames(_ name: (Int) -> String) throws(LayoutError) {
    if let index = frames.firstIndex(where: { !$0.isAcceptable }) {
      throw .invalidFrame(view: name(index), frames[index])
    }
  }

  /// The slots in an order in which each comes after its parent; empty if they already do.
  ///
  /// - Parameter name: Returns the name of the view at a place of the list.
  /// - Returns: The slots without the container's.
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

  /// The slots before a layout; the first is the container's.
  @usableFromInline
  func slots(in order: [Int32]) -> [ViewSlot] {
    let nothing = AxisSpan(relativeOrigin: 0, length: 0)
    let container = ViewSlot(x: nothing, y: nothing, parent: 0, scope: FlaggedSlot(0))
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
    // Only now: the views in such a view ask it for its scope.
    for slot in unkeyed {
      slots[Int(slot)].scope = FlaggedSlot(slots[Int(slot)].scope.slot, isFlagged: true)
    }
    return slots
  }

  /// A slot before a layout, if its parent's is known.
  private func slot(_ slot: Int, in slots: [ViewSlot]) -> ViewSlot {
    let frame = frames[slot - 1]
    let parent = parent(of: slot)
    let declares = !references.isEmpty && references[parent] != nil
    return ViewSlot(
      x: AxisSpan(relativeOrigin: frame.origin.x, length: frame.size.width),
      y: AxisSpan(relativeOrigin: frame.origin.y, length: frame.size.height),
      parent: parent,
      scope: declares ? FlaggedSlot(parent) : slots[Int(parent)].scope
    )
  }
}

extension CGRect {
  /// Whether its sides aren't negative, and everything is so finite that sums over all ancestors are finite too.
  var isAcceptable: Bool {
    size.width >= 0 && size.height >= 0 && abs(origin.x) < 1e298 && abs(origin.y) < 1e298
      && size.width < 1e298 && size.height < 1e298
  }
}

/// The values of some slots: found by binary search, compared and hashed as two arrays.
@frozen
@usableFromInline
struct SlotValues<Value: Sendable>: Sendable {
  /// The slots that have a value, ascending.
  @usableFromInline private(set) var slots: [Int32] = []
  @usableFromInline private(set) var values: [Value] = []

  @inlinable
  init() {}

  var isEmpty: Bool { slots.isEmpty }

  /// Gives a value to a slot after all that have one.
  @inlinable
  mutating func append(_ value: Value, of slot: Int32) {
    slots.append(slot)
    values.append(value)
  }

  /// The value of a slot, or `nil`.
  ///
  /// Complexity: O(log n) for `n` slots with a value.
  subscript(slot: Int32) -> Value? {
    var range = slots.indices
    while let first = range.first {
      let middle = first + range.count / 2
      if slots[middle] == slot { return values[middle] }
      range = slots[middle] < slot ? (middle + 1)..<range.endIndex : first..<middle
    }
    return nil
  }
}

extension DeclaredPlaces {
  /// Feeds the reference sizes and the contents, each with its slot, to a hasher.
  func hashReferencesAndContents(into hasher: inout Hasher) {
    hasher.combine(references.slots)
    hasher.combine(references.values)
    hasher.combine(measured.slots)
    for content in measured.values { hasher.combine(content) }
  }

  /// Whether everything except the contents is the same.
  ///
  /// Frames are compared bit by bit: -0 isn't 0, which at worst runs a layout once more.
  func isIdentical(to other: DeclaredPlaces) -> Bool {
    parents == other.parents && frames.hasSameBytes(as: other.frames)
      && references.slots == other.references.slots
      && references.values == other.references.values
  }

  /// Whether equal contents measure the same views.
  func measuresSame(as other: DeclaredPlaces) -> Bool {
    measured.slots == other.measured.slots
      && zip(measured.values, other.measured.values).allSatisfy { $0.isSame(as: $1) }
  }
}

extension [CGRect] {
  /// Whether both have the same bytes in memory.
  fileprivate func hasSameBytes(as other: [CGRect]) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
        // SAFETY: both have as many rectangles, of four numbers without padding.
        return unsafe memcmp(first, second, bytes.count) == 0
      }
    }
  }
}

extension Hashable {
  /// Whether another value is of the same type and equal.
  ///
  /// Not through `AnyHashable`, which equates numbers of different types and copies large values to the heap.
  package func isSame(as other: any Hashable) -> Bool { isSame(asOpened: other) }

  private func isSame<Other: Hashable>(asOpened other: Other) -> Bool {
    guard Other.self == Self.self else { return false }
    // SAFETY: the types are the same, as just checked; a cast would search for it in tables.
    return unsafe self == unsafeBitCast(other, to: Self.self)
  }
}
