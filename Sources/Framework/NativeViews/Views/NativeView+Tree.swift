public import Foundation

extension NativeView {
  /// The children, from the first, drawn below the others, to the last.
  ///
  /// Complexity: O(n) for `n` children; ``firstChild`` and ``nextSibling`` iterate without an array.
  public final var children: [NativeView] {
    var children: [NativeView] = []
    var child = firstChild
    while let view = child {
      children.append(view)
      child = view.nextSibling
    }
    return children
  }

  /// Whether the view is another one or in it.
  ///
  /// Complexity: O(depth).
  public final func isDescendant(of other: NativeView) -> Bool {
    var view: NativeView? = self
    while let candidate = view {
      if candidate === other { return true }
      view = candidate.parent
    }
    return false
  }

  /// Inserts a child, moves it if it already is one, or takes it from its other parent.
  ///
  /// Complexity: O(1), and O(n) for the `n` views in a child that enters a tree.
  ///
  /// - Parameters:
  ///   - child: The view. One that contains this view is refused with a ``ViewDiagnosis``.
  ///   - sibling: The child of this view after which it goes; `nil` for the first place. A view of another parent is refused with a
  ///     ``ViewDiagnosis``.
  public final func insert(_ child: NativeView, after sibling: NativeView?) {
    if let sibling, sibling.parent !== self {
      return diagnose(
        "the child can't stand after a view that is no child of this one",
        remedy: "insert it after one of `children`, or after nil to make it the first"
      )
    }
    if child === sibling || child.parent === self && child.previousSibling === sibling { return }
    guard child.firstChild == nil && child !== self || !isDescendant(of: child) else {
      return diagnose(
        "a view can't be put into itself or into a view that is in it",
        remedy: "remove the inner view from its parent first"
      )
    }
    let (oldTree, hadParent) = (child.tree, child.parent != nil)
    oldTree?.keepFocusPlace(without: child, in: tree)
    child.unlink()
    child.link(into: self, after: sibling)
    if oldTree === tree {
      if let tree { tree.notePlaced(child) } else if hadParent { child.noteTakenOut() }
    } else {
      if let oldTree { child.leave(oldTree) }
      if let tree { child.enter(tree) }
    }
  }

  /// Inserts a child above all others, or moves it there.
  ///
  /// Complexity: the same as ``insert(_:after:)``.
  public final func append(_ child: NativeView) {
    insert(child, after: lastChild === child ? child.previousSibling : lastChild)
  }

  /// Removes the view, with everything in it, from its parent.
  ///
  /// Complexity: O(1), and O(n) for the `n` views in it if it is in a tree.
  public final func removeFromParent() {
    guard parent != nil else { return }
    tree?.keepFocusPlace(without: self, in: nil)
    unlink()
    if let tree { leave(tree) } else { noteTakenOut() }
  }

  /// Notes the removal of views that a tree still shows, from a parent that is in no tree any more.
  ///
  /// Complexity: O(1), and O(n) for the `n` views in it if it was never shown: shown ones may have been put into it.
  private final func noteTakenOut() {
    traverse { view in
      guard let tree = view.shownBy else { return true }
      tree.noteRemoved(view)
      return false
    }
  }

  /// Removes all children.
  ///
  /// Complexity: O(n) for the `n` views in this one.
  public final func removeAllChildren() {
    while let child = lastChild { child.removeFromParent() }
  }

  /// Calls a closure with the view and everything in it, parents before their children, siblings in order.
  ///
  /// Complexity: O(n) for `n` views; the depth doesn't matter.
  ///
  /// - Parameter body: Must not insert, move or remove views in this one.
  public final func forEachView(_ body: (NativeView) throws -> Void) rethrows {
    var view = self
    while true {
      try body(view)
      if let child = view.firstChild {
        view = child
        continue
      }
      while view !== self, view.nextSibling == nil, let parent = view.parent { view = parent }
      guard view !== self, let next = view.nextSibling else { return }
      view = next
    }
  }

  /// Traverses the view and its descendants, parents before their children, siblings in order.
  ///
  /// Complexity: O(n) for the `n` views that were entered; the depth doesn't matter.
  ///
  /// - Parameters:
  ///   - enter: Returns whether to visit the view's children; must not change the tree.
  ///   - leave: Called after the children, even if there are none or they were skipped.
  final func traverse(
    enter: (NativeView) -> Bool,
    leave: (NativeView) -> Void = { _ in }
  ) {
    var view = self
    while true {
      if enter(view), let child = view.firstChild {
        view = child
        continue
      }
      leave(view)
      while view !== self, view.nextSibling == nil, let parent = view.parent {
        view = parent
        leave(view)
      }
      guard view !== self, let next = view.nextSibling else { return }
      view = next
    }
  }

  /// The frame in the coordinates of the tree's root, without transforms and animations.
  ///
  /// Complexity: O(depth).
  public final var absoluteFrame: CGRect {
    var frame = frame
    var ancestor = parent
    while let view = ancestor, view.parent != nil {
      frame.origin.x += view.frame.minX
      frame.origin.y += view.frame.minY
      ancestor = view.parent
    }
    return frame
  }

  /// The view's own coordinates: its size at the origin.
  public final var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

  /// Notes that the view and its descendants are in a tree now.
  final func enter(_ tree: ViewTree) {
    var surprised: [NativeView] = []
    forEachView { view in
      view.setTree(tree)
      if tree.hasOtherEnvironment(than: view) { surprised.append(view) }
      tree.noteEntered(view)
      view.treeDidChange()
    }
    for view in surprised where view.tree === tree { view.tellEnvironment() }
  }

  /// Notes that the view and its descendants have left a tree.
  final func leave(_ tree: ViewTree) {
    noteTakenOut()
    forEachView { view in
      if !view.animated.isEmpty { tree.timeline.interrupt(view) }
      view.cutTree()
      view.treeDidChange()
    }
  }

  final func refuse(_ frame: CGRect) { refuse("its frame would be \(frame)") }

  /// Diagnoses a value that isn't finite.
  final func refuse(_ change: String) {
    diagnose(
      "\(change), which isn't finite",
      remedy: "look for a division by zero where it is computed"
    )
  }

  /// Diagnoses a mistake in the use of this view.
  package final func diagnose(_ problem: String, remedy: String) {
    let diagnosis = ViewDiagnosis(subject: path, problem: problem, remedy: remedy)
    if let tree { tree.onDiagnosis(diagnosis) } else { diagnosis.printWarning() }
  }

  /// Types and keys from the root to the view, such as `NativeView > Label "title"`.
  ///
  /// Complexity: O(depth).
  public final var path: String {
    var names: [String] = []
    var view: NativeView? = self
    while let current = view {
      names.append("\(type(of: current))" + (current.key.map { " \"\($0)\"" } ?? ""))
      view = current.parent
    }
    return names.reversed().joined(separator: " > ")
  }
}

extension AffineTransform {
  var isFinite: Bool {
    m11.isFinite && m12.isFinite && m21.isFinite && m22.isFinite && tX.isFinite && tY.isFinite
  }
}

extension CGRect {
  /// Whether both are the same rectangle; Foundation's comparison takes a call for each number.
  @inline(__always)
  func isSame(as other: CGRect) -> Bool {
    origin.x == other.origin.x && origin.y == other.origin.y && size.width == other.size.width
      && size.height == other.size.height
  }

  var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}
