public import NativeViews

extension NativeView {
  /// Notes that the children are to be placed anew: with the next frame, or by ``layoutIfNeeded()``.
  public final func setNeedsLayout() {
    ViewAttachment.of(self).needsLayout = true
    if let tree { LayoutPass.of(tree).add(self) }
  }

  /// Places the children of this view, and of those in it, where that was asked for.
  ///
  /// Complexity: O(n) for the `n` views in this one.
  public final func layoutIfNeeded() {
    var views: [NativeView] = []
    forEachView { view in
      if ViewAttachment.existing(of: view)?.needsLayout == true { views.append(view) }
    }
    for view in views { view.layoutNow() }
  }

  fileprivate final func layoutNow() {
    guard let attachment = ViewAttachment.existing(of: self), attachment.needsLayout else { return }
    attachment.needsLayout = false
    layoutSubviews()
  }

  fileprivate final var depth: Int {
    var depth = 0
    var view = parent
    while let ancestor = view { (depth, view) = (depth + 1, ancestor.parent) }
    return depth
  }
}

/// The views of a tree whose children are to be placed in its next frame.
@MainActor
final class LayoutPass {
  private var views: [NativeView] = []
  private var endUpdates: (@MainActor () -> Void)?

  static func of(_ tree: ViewTree) -> LayoutPass {
    let attachment = ViewAttachment.of(tree.root)
    if let known = attachment.layoutPass { return known }
    let pass = LayoutPass()
    attachment.layoutPass = pass
    return pass
  }

  func add(_ view: NativeView) {
    guard let tree = view.tree else { return }
    views.append(view)
    guard endUpdates == nil else { return }
    endUpdates = tree.addUpdate { [weak self] in self?.run() }
    tree.setNeedsFrame()
  }

  /// Places the children of all views that wait, of the outer ones first: these give the inner ones their sizes.
  func run() {
    // A layout may ask for others; what asks for its own each time is left to the next frame.
    for _ in 0..<Self.roundLimit where !views.isEmpty {
      let waiting = views
      views = []
      for view in waiting.sorted(by: { $0.depth < $1.depth }) where view.tree != nil {
        view.layoutNow()
      }
    }
    if let tree = views.first?.tree {
      tree.setNeedsFrame()
    } else {
      endUpdates?()
      endUpdates = nil
    }
  }

  private static let roundLimit = 8
}
