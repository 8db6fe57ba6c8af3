import Foundation
public import NativeViews

extension NativeView {
  /// The Cairo backend's object for the view.
  fileprivate var paintNode: PaintNode? { backendObject as? PaintNode }
}

extension ViewProperties {
  /// Properties that also move or change everything in the view.
  fileprivate static let whole: ViewProperties = [
    .frame, .alpha, .transform, .visibility, .clipping,
  ]
  /// Properties that ``PaintNode/update(from:isRoot:)`` applies.
  fileprivate static let kept: ViewProperties = whole.union(.border)
}

extension CairoBackend {
  /// Paints the parts of the image that the changes affect.
  public func commit(_ changes: borrowing ViewChanges) {
    show(changes)
  }

  /// Reports what could not be painted.
  public func didCommit() { tellDiagnoses() }

  private func show(_ changes: borrowing ViewChanges) {
    counts.commits += 1
    let size = surface.map { PixelRect(x: 0, y: 0, width: $0.width, height: $0.height) }
    var damage = DamageRegion(within: size ?? PixelRect(x: 0, y: 0, width: 0, height: 0))
    // Old areas are taken while nothing has changed yet, since each depends on the nodes above.
    addOld(changes, to: &damage)
    apply(changes)
    if prepareSurface(), let surface {
      return paint(PixelRect(x: 0, y: 0, width: surface.width, height: surface.height))
    }
    guard surface != nil else { return }
    layOutSeen(changes)
    rootNode.validateExtents()
    addNew(changes, to: &damage)
    for part in damage.rects { paint(part) }
  }

  private func addOld(_ changes: borrowing ViewChanges, to damage: inout DamageRegion) {
    rootNode.validateExtents()
    for view in changes.removed {
      forEachDetached(in: view) { add($0.extentInRoot, to: &damage) }
    }
    for view in changes.placed {
      if let node = view.paintNode { add(node.extentInRoot, to: &damage) }
    }
    for view in changes.patched {
      guard let node = view.paintNode else { continue }
      add(area(of: node, changed: view.changedProperties), to: &damage)
    }
  }

  private func addNew(_ changes: borrowing ViewChanges, to damage: inout DamageRegion) {
    for view in changes.placed {
      guard let node = view.paintNode else { continue }
      // The area of a new view contains everything in it.
      if let parent = view.parent, parent.pending.contains(.created) { continue }
      add(node.extentInRoot, to: &damage)
      if damage.isEverything { return }
    }
    for view in changes.patched {
      guard let node = view.paintNode else { continue }
      add(area(of: node, changed: view.changedProperties), to: &damage)
      if damage.isEverything { return }
    }
  }

  /// Lays out the texts of changed visible views, so that only what they need is painted.
  private func layOutSeen(_ changes: borrowing ViewChanges) {
    guard let surface else { return }
    let size = PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
    let all = CairoRenderer.box(of: size, scale: Double(displayScale))
    for view in changes.patched {
      guard let node = view.paintNode, node.drawing.needsLayout else { continue }
      if node.isSeen(node.drawing.box, within: all) { node.layOut(with: resources) }
    }
  }

  /// The area in the root that changed properties affect.
  private func area(of node: PaintNode, changed: ViewProperties) -> Box {
    let isWhole =
      !changed.isDisjoint(with: .whole) || changed.contains(.border) && node.clips
    if isWhole { return node.extentInRoot }
    return changed.isDisjoint(with: .drawn) ? .empty : node.mapToRoot(node.drawing.box)
  }

  private func add(_ box: Box, to damage: inout DamageRegion) {
    guard !box.isEmpty else { return }
    damage.add(CairoRenderer.pixels(around: box, scale: Double(displayScale)))
  }

  /// Brings the nodes up to date with the views.
  private func apply(_ changes: borrowing ViewChanges) {
    for view in changes.created {
      let isRoot = view === tree?.root
      let node = isRoot ? rootNode : PaintNode(of: view)
      view.backendObject = node
      node.update(from: view, isRoot: isRoot)
      node.redraw(view)
    }
    for view in changes.placed {
      guard let node = view.paintNode, let parent = view.parent?.paintNode else { continue }
      node.removeFromParent()
      parent.insert(node, after: view.previousSibling?.paintNode)
    }
    for view in changes.patched {
      guard let node = view.paintNode else { continue }
      let changed = view.changedProperties
      let size = node.size
      if !changed.isDisjoint(with: .kept) {
        node.update(from: view, isRoot: view === tree?.root)
      }
      if !changed.isDisjoint(with: .drawn) || node.size != size { node.redraw(view) }
    }
    for view in changes.removed { forEachDetached(in: view) { $0.removeFromParent() } }
  }

  /// Calls a closure with the nodes of a removed view that are in the image on their own: its own node, and those of views that were moved
  /// into it in the same frame.
  private func forEachDetached(in removed: NativeView, _ body: (PaintNode) -> Void) {
    removed.forEachView { view in
      guard let node = view.paintNode else { return }
      // SAFETY: rule 1 of `PaintNode`.
      let parent = unsafe node.parent
      if view === removed || parent !== view.parent?.paintNode { body(node) }
    }
  }
}
