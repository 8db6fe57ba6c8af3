import Foundation

/// The views of one container while they are laid out: one array, no object per view.
///
/// Isolation: one thread at a time; neither it nor the views are `Sendable`.
@usableFromInline
@safe final class LayoutStorage {
  // SAFETY, for its extensions, too: its header and its `count` slots are there until `deinit`, the first slot is the container's, and
  // parents, scopes and the slots of views are among them: hierarchies are checked when they are made.

  /// One for each view; the first is the container's.
  let slots: UnsafeMutablePointer<ViewSlot>
  let count: Int
  @usableFromInline let header: UnsafeMutablePointer<LayoutHeader>

  private let references: SlotValues<ReferenceSize>
  private let measured: SlotValues<any SizeMeasuring>
  /// Makes the contents of a run, by the places of the declarations, instead of the declared ones.
  var makeContent: ((Int) -> (any SizeMeasuring)?)?
  /// The name of a view in messages.
  let name: (Int) -> String

  private var firstFailure: LayoutError?

  /// The grid to which frames are rounded, if they are.
  private(set) var grid: PixelGrid?

  /// Whether a view has moved in this run after one in it was placed.
  var listsFollowers = false
  /// From then on, which views move with which.
  var horizontalFollowers = Followers()
  var verticalFollowers = Followers()

  init<Key>(_ content: HierarchyContent<Key>) {
    count = content.slots.count
    references = content.references
    measured = content.measured
    name = content.name
    // SAFETY: `count` slots, freed by `deinit`; each layout writes all of them before anything reads them, and slots need no
    // deinitialization.
    unsafe slots = .allocate(capacity: count)
    unsafe header = LayoutHeader.take()
    unsafe header.pointee.storage = Unmanaged.passUnretained(self)
    unsafe header.pointee.slots = slots
  }

  deinit {
    unsafe LayoutHeader.giveBack(header)
    unsafe slots.deallocate()
    horizontalFollowers.deallocate()
    verticalFollowers.deallocate()
  }

  /// Puts every view where it was declared.
  func reset<Key>(
    to content: HierarchyContent<Key>,
    in frame: CGRect,
    environment: LayoutEnvironment
  ) {
    firstFailure = nil
    listsFollowers = false
    unsafe header.pointee.multiplier = environment.multiplier ?? .nan
    unsafe header.pointee.commonMultiplier = references.isEmpty ? header.pointee.multiplier : .nan
    grid =
      environment.rounding == .none ? nil : PixelGrid(scale: environment.displayScale)
    // SAFETY: both have `count` slots, at least the container's.
    unsafe content.slots.withUnsafeBufferPointer { declared in
      guard let first = declared.baseAddress else { return }
      unsafe slots.update(from: first, count: count)
    }
    unsafe header.pointee.originX = frame.origin.x
    unsafe header.pointee.originY = frame.origin.y
    unsafe slots[0].x = AxisSpan(placedAt: 0, length: frame.size.width)
    unsafe slots[0].y = AxisSpan(placedAt: 0, length: frame.size.height)
    for slot in references.slots { unsafe slots[Int(slot)].hasReference = true }
    unsafe slots[0].x.followers = .some
    unsafe slots[0].y.followers = .some
  }

  /// Ends a run: its views can no longer be used.
  func endRun() {
    unsafe header.pointee.run &+= 1
    unsafe header.pointee.commonMultiplier = .nan
  }

  /// The first error, in a container of a frame.
  func failure(in frame: CGRect) -> LayoutError? {
    let (x, y) = unsafe (slots[0].x, slots[0].y)
    let found = CGRect(
      x: frame.origin.x + x.origin,
      y: frame.origin.y + y.origin,
      width: x.length,
      height: y.length
    )
    let isSame = x.origin == 0 && y.origin == 0 && found.size == frame.size
    return firstFailure ?? (isSame ? nil : .containerChanged(from: frame, to: found))
  }

  /// The view whose reference size scales a view's values: itself for distances from it, otherwise the nearest one around it; 0 for the
  /// container.
  private func scope(of index: Int, isOffset: Bool) -> Int {
    unsafe isOffset && slots[index].hasReference ? index : Int(slots[index].scope.slot)
  }

  /// The multiplier of a view's values, or of distances from it; NaN if there is no reference size, or if the view that has it has no size
  /// yet.
  func multiplier(of index: Int, isOffset: Bool) -> CGFloat {
    let scope = scope(of: index, isOffset: isOffset)
    guard scope > 0, let reference = references[Int32(scope)] else {
      return unsafe header.pointee.multiplier
    }
    let slot = unsafe slots[scope]
    let isSized =
      switch reference.policy {
      case .fit, .fill: slot.x.isSized && slot.y.isSized
      case .width: slot.x.isSized
      case .height: slot.y.isSized
      }
    guard isSized else { return .nan }
    return reference.multiplier(in: CGSize(width: slot.x.length, height: slot.y.length))
  }

  func content(of index: Int) -> (any SizeMeasuring)? {
    if let makeContent { return makeContent(index - 1) }
    return measured[Int32(index)]
  }

  /// Records that a value of a view scales without a reference size.
  func rejectScaling(_ value: Value, in index: Int, isOffset: Bool) {
    let scope = scope(of: index, isOffset: isOffset)
    if scope > 0 {
      fail(.unsizedReference(view: name(index), reference: name(scope), value))
    } else {
      fail(.missingReferenceSize(view: name(index), value))
    }
  }

  /// Records a write that would have made a frame which isn't finite.
  func reject(_ index: Int, _ property: String, _ value: CGFloat) {
    fail(.notFinite(view: name(index), property: property, value: value))
  }

  /// Records that a view was placed at a line of another layout or axis.
  func reject(_ index: Int, _ property: String, anchor: String, isOfOtherLayout: Bool) {
    fail(
      isOfOtherLayout
        ? .anchorOfOtherLayout(view: name(index), property: property, anchor: anchor)
        : .anchorOfOtherAxis(view: name(index), property: property, anchor: anchor)
    )
  }

  /// Records that a view has no content.
  func rejectMeasuring(_ index: Int) {
    fail(.nothingToMeasure(view: name(index)))
  }

  private func fail(_ error: LayoutError) {
    if firstFailure == nil { firstFailure = error }
  }
}
