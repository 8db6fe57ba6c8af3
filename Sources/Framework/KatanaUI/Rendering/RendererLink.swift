/// A way to a renderer that ends with it, in the place of a weak reference, which would make each retain of the renderer slow.
///
/// Rules of the reference, which doesn't own: those of `ViewTreeLink`.
@MainActor
final class RendererLink {
  // SAFETY: the rules above.
  private unowned(unsafe) var target: Renderer?

  /// The renderer; `nil` once it is gone.
  var renderer: Renderer? { unsafe target }

  func set(_ renderer: Renderer?) { unsafe target = renderer }
}
