/// A place among the views of a tree from which tab goes on.
///
/// It stays where it is when views come and go around it, and its own view with them.
struct FocusPlace {
  /// In the tree.
  var view: NativeView
  /// Whether it is behind the view and all that is in it; else it is in front of the first view in it.
  var isBehind = false
  /// Whether it is that of the view itself, so that going back from it leads to one before the view.
  var isOfView = false

  /// The place of a view that is taken out of its parent.
  @MainActor
  init(leftBy view: NativeView, in parent: NativeView) {
    (self.view, isBehind) = (view.previousSibling ?? parent, view.previousSibling != nil)
  }

  init(_ view: NativeView) { (self.view, isOfView) = (view, true) }
}
