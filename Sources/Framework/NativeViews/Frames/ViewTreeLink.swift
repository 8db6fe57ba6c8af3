/// A way to a tree that ends with it, in the place of a weak reference.
///
/// The first weak reference to an object moves its counts to a table of their own for good, and each retain and release
/// costs several times as much from then on. Of a tree there are some for each change of a view.
///
/// Rules of the reference, which doesn't own:
/// 1. It is read on the main actor only.
/// 2. The tree cuts it first of all in its `deinit`, which is isolated. A tree whose last owner has let it go elsewhere is whole
///    until that runs, and may be used, but is not kept by those that find it here.
@MainActor
package final class ViewTreeLink {
  // SAFETY: the rules above.
  private unowned(unsafe) var target: ViewTree?

  /// The tree; `nil` once it is gone.
  package var tree: ViewTree? { unsafe target }

  func set(_ tree: ViewTree?) { unsafe target = tree }
}
