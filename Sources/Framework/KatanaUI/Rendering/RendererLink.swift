/// A way to a renderer that ends with it, in the place of a weak reference, which would make each retain of the renderer slow.
///
/// Rules of the reference, which doesn't own:
/// 1. It is read on the main actor only.
/// 2. The renderer cuts it first of all in its `deinit`, which is isolated. One whose last owner has let it go elsewhere is
///    whole until that runs, and may be used, but isn't kept by those that find it here.
@MainActor
final class RendererLink {
  // SAFETY: the rules above.
  private unowned(unsafe) var target: Renderer?

  /// The renderer; `nil` once it is gone.
  var renderer: Renderer? { unsafe target }

  func set(_ renderer: Renderer?) { unsafe target = renderer }
}
