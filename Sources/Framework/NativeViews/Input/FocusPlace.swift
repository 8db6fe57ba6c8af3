/// A place among a tree's views from which tab continues.
///
/// It stays where it is when views come and go around it, even its own view.
struct FocusPlace {
  /// A view in the tree.
  var view: NativeView
  /// Whether the place is behind the view and its descendants; otherwise it is before the first view in it.
  var isBehind = false
  /// Whether it is the place of the view itself, so that going back leads to a view before it.
  var isOfView = false

  /// The place of a view that is removed from its parent.
  @MainActor
  init(leftBy view: NativeView, in parent: NativeView) {
    (self.view, isBehind) = (view.previousSibling ?? parent, view.previousSibling != nil)
  }

  init(_ view: NativeView) { (self.view, isOfView) = (view, true) }
}
