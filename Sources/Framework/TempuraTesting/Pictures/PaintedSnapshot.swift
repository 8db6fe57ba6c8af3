import Foundation
import NativeViews
import NativeViewsCairo

/// Trees that are painted one after another, each with what those before it have computed: glyphs, sizes of texts, images,
/// and the memory of the picture.
///
/// Isolation: the main actor.
@MainActor
final class SnapshotPainter {
  static let shared = SnapshotPainter()

  private var last: CairoBackend?

  /// Makes a backend for the next tree; that of the tree before it is used no more.
  func makeBackend(scale: CGFloat, background: Color) throws(CairoError) -> CairoBackend {
    let backend =
      if let last {
        CairoBackend(displayScale: scale, background: background, succeeding: last)
      } else { try CairoBackend(displayScale: scale, background: background) }
    last = backend
    return backend
  }

  /// Forgets the layouts of texts, as in a new process.
  func forgetTexts() { last?.forgetTexts() }
}

/// A picture that is compared by its digest, and whose pixels are copied only where they are asked for.
@MainActor
struct PaintedSnapshot {
  let digest: PictureDigest
  /// The pixels; asked for before anything else is painted.
  let pixels: () -> Pixels

  /// Paints a view as it is.
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
