public import Foundation

/// The views of one container while they are laid out: one array, no object a view.
///
/// Isolation: one thread at a time; it isn't `Sendable`, nor are the views.
@usableFromInline
final class LayoutStorage {
  /// One for each view; the first is the container's.
  @usableFromInline let slots: UnsafeMutablePointer<ViewSlot>
  let count: Int

  /// How many points one unit of the container's reference size is; NaN where there is none.
  // No access of it overlaps another: checking that at run time would cost more than reading it.
  @exclusivity(unchecked) @usableFromInline var multiplier = CGFloat.nan

  let references: [Int32: ReferenceSize]
  let measured: [Int32: any SizeMeasuring]
  private let name: (Int) -> String

  /// The first thing that went wrong.
  private(set) var failure: LayoutError?

  init<Key>(_ content: HierarchyContent<Key>) {
    count = content.slots.count
    references = content.references
    measured = content.measured
    name = content.name
    // SAFETY: `count` slots, initialized at once, freed by `deinit`; slots need no deinitialization.
    unsafe slots = .allocate(capacity: count)
    for (index, slot) in content.slots.enumerated() {
      unsafe (slots + index).initialize(to: slot)
    }
  }

  deinit {
    unsafe slots.deallocate()
  }

  /// Puts every view where it was declared to be.
  func reset<Key>(to content: HierarchyContent<Key>, in frame: CGRect, multiplier: CGFloat?) {
    self.multiplier = multiplier ?? .nan
    failure = nil
    // SAFETY: both have `count` slots, and parents are slots: `HierarchyContent` made them so.
    content.slots.withUnsafeBufferPointer { declared in
      unsafe slots[0].x = AxisSpan(relativeOrigin: frame.origin.x, length: frame.size.width)
      unsafe slots[0].y = AxisSpan(relativeOrigin: frame.origin.y, length: frame.size.height)
      for place in 1..<max(count, 1) {
        let index = content.order.isEmpty ? place : Int(content.order[place - 1])
        var slot = unsafe declared[index]
        let parent = Int(slot.parent)
        slot.x.origin += unsafe slots[parent].x.origin
        slot.y.origin += unsafe slots[parent].y.origin
        unsafe slots[index] = slot
      }
    }
  }

  /// Writes something of a view's horizontal axis.
  @inlinable
  @inline(__always)
  func writeX(_ index: Int, _ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: indices come from `KeyTable` and parents from `HierarchyContent`: all are slots.
    let slot = unsafe slots + index
    let (origin, length) = unsafe slot.pointee.x.written(write, value)
    var parent = unsafe slots + Int(slot.pointee.parent)
    var relativeOrigin = origin
    while unsafe !parent.pointee.isKeyed {
      relativeOrigin -= unsafe parent.pointee.x.relativeOrigin
      unsafe parent = slots + Int(parent.pointee.parent)
    }
    relativeOrigin -= unsafe parent.pointee.x.origin
    guard ((origin + length + relativeOrigin) * 0) == 0 else {
      return rejectX(index, write, value)
    }
    unsafe slot.pointee.x.origin = origin
    unsafe slot.pointee.x.length = length
    unsafe slot.pointee.x.relativeOrigin = relativeOrigin
    unsafe slot.pointee.x.lastWrite = write
  }

  /// Writes something of a view's vertical axis.
  @inlinable
  @inline(__always)
  func writeY(_ index: Int, _ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: as in `writeX`.
    let slot = unsafe slots + index
    let (origin, length) = unsafe slot.pointee.y.written(write, value)
    var parent = unsafe slots + Int(slot.pointee.parent)
    var relativeOrigin = origin
    while unsafe !parent.pointee.isKeyed {
      relativeOrigin -= unsafe parent.pointee.y.relativeOrigin
      unsafe parent = slots + Int(parent.pointee.parent)
    }
    relativeOrigin -= unsafe parent.pointee.y.origin
    guard ((origin + length + relativeOrigin) * 0) == 0 else {
      return rejectY(index, write, value)
    }
    unsafe slot.pointee.y.origin = origin
    unsafe slot.pointee.y.length = length
    unsafe slot.pointee.y.relativeOrigin = relativeOrigin
    unsafe slot.pointee.y.lastWrite = write
  }

  /// The points that a value is in a view.
  @inlinable
  @inline(__always)
  func scale(_ value: Value, in index: Int) -> CGFloat {
    value.scalable == 0 ? value.fixed : scaleScalable(value, in: index)
  }

  @inlinable
  @inline(__always)
  func scaleScalable(_ value: Value, in index: Int) -> CGFloat {
    // SAFETY: as in `writeX`.
    let factor = unsafe slots[index].scope == 0 ? multiplier : nearestMultiplier(of: index)
    // NaN is the only number that isn't itself.
    return factor == factor ? value.scale(factor) : rejectScaling(value, in: index)
  }

  /// The multiplier of a view, from the nearest view around it with a reference size; NaN where there is
  /// none.
  @usableFromInline
  @inline(never)
  func nearestMultiplier(of index: Int) -> CGFloat {
    // SAFETY: as in `writeX`.
    let scope = unsafe slots[index].isKeyed ? slots[index].scope : ~slots[index].scope
    guard scope > 0, let reference = references[scope] else { return multiplier }
    let slot = unsafe slots[Int(scope)]
    return reference.multiplier(in: CGSize(width: slot.x.length, height: slot.y.length))
  }

  @usableFromInline
  @inline(never)
  func rejectScaling(_ value: Value, in index: Int) -> CGFloat {
    fail(.missingReferenceSize(view: name(index), value))
    return value.fixed
  }

  @usableFromInline
  @inline(never)
  func rejectX(_ index: Int, _ write: AxisSpan.Write, _ value: CGFloat) {
    reject(index, ["none", "left", "right", "centerX", "width"][Int(write.rawValue)], value)
  }

  @usableFromInline
  @inline(never)
  func rejectY(_ index: Int, _ write: AxisSpan.Write, _ value: CGFloat) {
    reject(index, ["none", "top", "bottom", "centerY", "height"][Int(write.rawValue)], value)
  }

  private func reject(_ index: Int, _ property: String, _ value: CGFloat) {
    fail(.notFinite(view: name(index), property: property, value: value))
  }

  /// Notes what is wrong with a view's content.
  func rejectMeasuring(_ index: Int) {
    fail(.nothingToMeasure(view: name(index)))
  }

  private func fail(_ error: LayoutError) {
    if failure == nil { failure = error }
  }
}
