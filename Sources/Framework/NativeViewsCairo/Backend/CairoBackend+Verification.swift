import Foundation
package import NativeViews

extension CairoBackend {
  /// Compares the kept nodes with the views; for tests.
  ///
  /// - Returns: The differences.
  package func differences(from tree: ViewTree) -> [String] {
    var differences: [String] = []
    tree.root.forEachView { view in
      guard let node = view.backendObject as? PaintNode else {
        differences.append("\(view.path): nothing is kept of it")
        return
      }
      var kept: [PaintNode] = []
      node.forEachChunk { kept += $0.nodes }
      let expected = view.children.map { $0.backendObject as? PaintNode }
      if kept.count != expected.count || zip(kept, expected).contains(where: { $0 !== $1 }) {
        differences.append("\(view.path): its children are kept in another order or number")
      }
      let fresh = PaintNode()
      fresh.update(from: view, isRoot: view === tree.root)
      let isSame =
        node.origin == fresh.origin && node.size == fresh.size && node.alpha == fresh.alpha
        && node.cornerRadius == fresh.cornerRadius && node.clips == fresh.clips
        && node.isHidden == fresh.isHidden
        && (node.transform == nil) == (fresh.transform == nil)
      if !isSame { differences.append("\(view.path): its properties are kept from before") }
    }
    return differences
  }
}
