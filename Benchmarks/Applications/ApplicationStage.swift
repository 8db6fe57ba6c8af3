import BenchmarkHarness
import Foundation
import KatanaUI
import NativeViews

/// An application that is shown nowhere, but to the last step: each frame ends in a commit.
@MainActor
final class ApplicationStage {
  let clock = ManualFrameSource()
  let backend: HeadlessBackend
  let tree: ViewTree
  private(set) var renderer: Renderer?

  /// Shows a description that is as large as the tree; views are made by hand where there is none.
  init(
    size: CGSize,
    _ makeRenderer: (CGRect) -> Renderer? = { _ in nil }
  ) {
    backend = HeadlessBackend(clock: clock)
    tree = ViewTree(size: size, backend: backend)
    renderer = makeRenderer(tree.root.bounds)
    renderer?.render(in: tree.root)
    tree.flush()
  }

  /// Clicks at a place, and makes a frame.
  func click(at place: CGPoint) {
    tree.handle(.pointer(PointerEvent(.down, at: place)))
    tree.handle(.pointer(PointerEvent(.up, at: place)))
    tree.flush()
  }

  /// The centre of the one view that a query finds.
  func centre(of query: ViewQuery) throws -> CGPoint {
    let view = try query.one()
    return view.convertToRoot(CGPoint(x: view.bounds.midX, y: view.bounds.midY))
  }

  /// How many nodes were made.
  var created: Int { renderer?.counts.created ?? 0 }

  /// How many views there are.
  var viewCount: Int {
    var count = 0
    tree.root.forEachView { _ in count += 1 }
    return count
  }

  /// How often connected nodes were asked.
  var connected: Int { renderer?.counts.connected ?? 0 }

  /// How many patches were committed.
  var patched: Int { backend.operations.patched }
}
