import Foundation
import NativeViews

/// What is kept between frames to paint one view, with the area that it and everything in it covers.
///
/// Used on the main actor only, as are its lists of children.
///
/// Rules of the links, which are `unowned(unsafe)`:
/// 1. A chunk owns its nodes, a node its chunks (``ChildChunk``). `parent` and `chunk` of a node are set while it is in that parent's list,
///    and cut when it leaves or the parent goes.
/// 2. `owner` is used while the node is painted or its texts are laid out. The view exists then: the tree owns the views its backend shows,
///    and a renderer holds the views it paints.
/// 3. Properties without a check of exclusive access, which would take longer than the access, can't be reached by anything called while
///    they change: views draw before, and mistakes are reported after a node has changed.
final class PaintNode {
  // SAFETY: for both links: rule 1; for the checks: rule 3.
  @exclusivity(unchecked) unowned(unsafe) var parent: PaintNode?
  @exclusivity(unchecked) unowned(unsafe) var chunk: ChildChunk?
  @safe @exclusivity(unchecked) var firstChunk: ChildChunk?
  @safe @exclusivity(unchecked) var lastChunk: ChildChunk?
  let owner: DrawingOwner

  /// Upper left corner in the parent, and size.
  @safe @exclusivity(unchecked) private(set) var origin = CGPoint.zero
  @safe @exclusivity(unchecked) private(set) var size = CGSize.zero
  @safe @exclusivity(unchecked) private(set) var alpha = 1.0
  @safe @exclusivity(unchecked) private(set) var cornerRadius = 0.0
  @safe @exclusivity(unchecked) private(set) var clips = false
  @safe @exclusivity(unchecked) private(set) var isHidden = false
  /// The transform in the view's coordinates; nil for none.
  @safe @exclusivity(unchecked) private(set) var transform: Placement?
  @safe @exclusivity(unchecked) var drawing = Drawing()

  /// Area in the parent of the view and everything in it.
  @safe @exclusivity(unchecked) private(set) var extent = Box.empty
  /// The same, with the room of texts before layout.
  @safe @exclusivity(unchecked) private(set) var room = Box.empty
  /// Whether ``extent`` and those of all ancestors are valid.
  @safe @exclusivity(unchecked) private(set) var isExtentValid = false

  init(of view: NativeView? = nil) { owner = DrawingOwner(view) }

  deinit {
    // One by one: a long chain of children or chunks would exhaust the stack.
    var pending: [PaintNode] = []
    releaseChildren(to: &pending)
    while var node = pending.popLast() {
      if isKnownUniquelyReferenced(&node) { node.releaseChildren(to: &pending) }
    }
  }

  private func releaseChildren(to list: inout [PaintNode]) {
    var next = firstChunk
    (firstChunk, lastChunk) = (nil, nil)
    while let chunk = next {
      for node in chunk.nodes {
        // SAFETY: rule 1; other holders of the node find it without a parent.
        unsafe node.parent = nil
        unsafe node.chunk = nil
        list.append(node)
      }
      next = chunk.next
      (chunk.next, chunk.previous) = (nil, nil)
    }
  }

  var bounds: Box { Box(CGRect(origin: .zero, size: size)) }

  /// Copies the view's properties, except for its drawing.
  @MainActor
  func update(from view: NativeView, isRoot: Bool) {
    let presented = view.presented
    origin = isRoot ? .zero : presented.frame.origin
    size = presented.frame.size
    alpha = min(max(Double(presented.alpha), 0), 1)
    if alpha.isNaN { alpha = 1 }
    isHidden = view.isHidden
    clips = view.clipsToBounds
    cornerRadius = Double(view.cornerRadius)
    transform =
      presented.transform == .identity
      ? nil
      : Placement(
        matrix: presented.transform,
        x: Double(size.width) / 2,
        y: Double(size.height) / 2
      )
    invalidateExtent()
  }

  /// Draws the view anew.
  @MainActor
  func redraw(_ view: NativeView) {
    let (box, room) = (drawing.box, drawing.room)
    drawing = Drawing(view.displayList(), reusing: drawing)
    if drawing.box != box || drawing.room != room { invalidateExtent() }
  }

  /// Lays out the view's texts.
  func layOut(with resources: PaintResources) {
    if drawing.layOut(with: resources, of: owner) { invalidateExtent() }
  }

  /// Whether neither the view nor anything in it is visible.
  var isInvisible: Bool {
    isHidden || alpha == 0 || transform.map { !$0.isUsable } ?? false
  }

  /// Calls a closure with the node and its ancestors, up to the one for which it returns false.
  ///
  /// References aren't counted: the lists of children must not change meanwhile.
  @inline(__always)
  private func climb(_ body: (PaintNode) -> Bool) {
    // SAFETY: rule 1: a node's ancestors exist.
    var next = unsafe Unmanaged.passUnretained(self)
    while true {
      let parent: Unmanaged<PaintNode>? = unsafe next._withUnsafeGuaranteedRef { node in
        guard body(node), let parent = unsafe node.parent else { return nil }
        return unsafe Unmanaged.passUnretained(parent)
      }
      guard let parent = unsafe parent else { return }
      unsafe next = parent
    }
  }

  // MARK: Extents

  /// Marks the extents of the node and of all ancestors as invalid.
  func invalidateExtent() {
    var isFirst = true
    climb { node in
      guard node.isExtentValid || isFirst else { return false }
      (node.isExtentValid, isFirst) = (false, false)
      // SAFETY: rule 1.
      unsafe node.chunk?.isValid = false
      return true
    }
  }

  /// Computes all invalid extents in this node.
  ///
  /// Complexity: O(k) for `k` nodes with invalid extents, their siblings in the same chunks, and the chunks.
  func validateExtents() {
    guard !isExtentValid else { return }
    // Parents before children; then the reverse.
    var places: [Place] = []
    addInvalidChildren(to: &places)
    var index = 0
    while index < places.count {
      places[index].node.addInvalidChildren(to: &places)
      index += 1
    }
    for place in places.reversed() {
      place.node.computeExtent()
      place.chunk.setExtent(place.node.extent, room: place.node.room, at: place.index)
    }
    computeExtent()
  }

  private struct Place {
    var node: PaintNode
    var chunk: ChildChunk
    var index: Int
  }

  private func addInvalidChildren(to places: inout [Place]) {
    forEachChunk { chunk in
      guard !chunk.isValid else { return }
      for index in chunk.nodes.indices where !chunk.nodes[index].isExtentValid {
        places.append(Place(node: chunk.nodes[index], chunk: chunk, index: index))
      }
    }
  }

  private func computeExtent() {
    var children = (extent: Box.empty, room: Box.empty)
    forEachChunk { chunk in
      chunk.validate()
      children.extent.formUnion(chunk.bounds)
      children.room.formUnion(chunk.room)
    }
    if clips {
      children = (children.extent.intersection(bounds), children.room.intersection(bounds))
    }
    children.extent.formUnion(drawing.box)
    children.room.formUnion(drawing.room)
    extent = isInvisible ? .empty : mapToParent(children.extent)
    room = isInvisible ? .empty : mapToParent(children.room)
    isExtentValid = true
  }

  /// Maps a box from this node's coordinates to the parent's.
  func mapToParent(_ box: Box) -> Box {
    guard !box.isEmpty else { return .empty }
    return (transform?.map(box) ?? box).offset(Double(origin.x), Double(origin.y))
  }

  /// Maps a box from this node's coordinates to the root's, clipped by the ancestors; the whole extent of one painted as a layer, whose
  /// size affects roundings in it.
  ///
  /// Complexity: O(depth).
  func mapToRoot(_ box: Box) -> Box {
    var box = box
    climb { node in
      guard !node.isInvisible else {
        box = .empty
        return false
      }
      // At first the box is that of the view itself, which may exceed its bounds.
      if node.clips, node !== self { box = box.intersection(node.bounds) }
      box = node.alpha < 1 ? node.extent : node.mapToParent(box)
      return true
    }
    return box
  }

  /// Whether part of a box in this node's coordinates can be in an area of the root's.
  ///
  /// Needs no extents.
  ///
  /// Complexity: O(depth).
  func isSeen(_ box: Box, within area: Box) -> Bool {
    var box = box
    climb { node in
      guard !node.isInvisible else {
        box = .empty
        return false
      }
      if node.clips, node !== self { box = box.intersection(node.bounds) }
      box = node.mapToParent(box)
      return true
    }
    return box.intersects(area)
  }

  /// Area of the view and everything in it, in the root's coordinates.
  var extentInRoot: Box {
    // SAFETY: rule 1.
    guard let parent = unsafe parent else { return extent }
    return parent.mapToRoot(parent.clips ? extent.intersection(parent.bounds) : extent)
  }
}
