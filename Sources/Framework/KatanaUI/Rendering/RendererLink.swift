/// A link to a renderer that ends with it; a weak reference would slow down each retain of the renderer.
///
/// Rules of the unowned reference:
/// 1. It is read on the main actor only.
/// 2. The renderer cuts it first in its `deinit`, which is isolated. A renderer released elsewhere is whole and usable until that runs, but
///    readers of the link can't keep it alive.
@MainActor
final class RendererLink {
  // SAFETY: the rules above.
  private unowned(unsafe) var target: Renderer?

  /// The renderer; `nil` once it is gone.
  var renderer: Renderer? { unsafe target }

  func set(_ renderer: Renderer?) { unsafe target = renderer }
}
