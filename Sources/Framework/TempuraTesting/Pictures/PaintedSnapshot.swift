import Foundation
import NativeViews
import NativeViewsCairo

/// Paints trees one after another, each reusing what the previous ones have computed: glyphs, sizes of texts, images, and the picture's
/// memory.
///
/// Isolation: the main actor.
@MainActor
final class SnapshotPainter {
  static let shared = SnapshotPainter()

  private var last: CairoBackend?

  /// Makes a backend for the next tree.
  ///
  /// It takes over what the previous one computed, and its memory, unless a test still holds that one: a test that awaits may paint later.
  func makeBackend(scale: CGFloat, background: Color) throws(CairoError) -> CairoBackend {
    let backend =
      if isKnownUniquelyReferenced(&last), let last {
        CairoBackend(displayScale: scale, background: background, succeeding: last)
      } else { try CairoBackend(displayScale: scale, background: background) }
    last = backend
    return backend
  }

  /// Forgets the layouts of texts, as in a new process.
  func forgetTexts() { last?.forgetTexts() }
}

/// A picture compared by its digest; its pixels are copied only on request.
@MainActor
struct PaintedSnapshot {
  let digest: PictureDigest
  /// The pixels; must be read before the tree is painted again.
  let pixels: () -> Pixels

  init(of view: NativeView, named name: String) throws(SnapshotError) {
    do throws(CairoError) {
      if let tree = view.tree, tree.root === view, let backend = tree.backend as? CairoBackend {
        tree.flush()
        guard let digest = backend.digest else {
          let size = view.bounds.size
          throw CairoError.unusableSize(
            width: Int(min(max(size.width, 0), 1e9)),
            height: Int(min(max(size.height, 0), 1e9))
          )
        }
        self.digest = digest
        self.pixels = { backend.pixels }
      } else {
        let backend = view.tree?.backend
        let background = (backend as? CairoBackend)?.background ?? .white
        let scale = backend?.displayScale ?? 1
        let renderer = try CairoRenderer(displayScale: scale, background: background)
        let pixels = try renderer.pixels(of: view)
        digest = PictureDigest(of: pixels)
        self.pixels = { pixels }
      }
    } catch { throw .unpaintable(name: name, error) }
  }
}
