import BenchmarkHarness
import Foundation
import Katana
import KatanaUI
import NativeViews

/// A description that is shown nowhere, but to the last step: each update ends in a commit.
@MainActor
final class Stage {
  nonisolated static let bounds = CGRect(x: 0, y: 0, width: 320, height: 480)

  let backend = HeadlessBackend()
  let tree: ViewTree
  let renderer: Renderer

  init(_ description: any AnyNodeDescription, store: (any AnyStore)? = nil) {
    tree = ViewTree(size: Self.bounds.size, backend: backend)
    renderer = Renderer(rootDescription: description, store: store)
    renderer.render(in: tree.root)
    tree.flush()
  }

  func update(_ description: any AnyNodeDescription) {
    renderer.rootNode.update(with: description)
    tree.flush()
  }

  /// The texts of the labels, in the order of the views.
  var texts: [String] {
    var texts: [String] = []
    tree.root.forEachView { if let label = $0 as? LabelView { texts.append(label.text) } }
    return texts
  }

  /// The work since the renderer had counted so much.
  func work(since before: NodeCounts) -> Work {
    let counts = renderer.counts
    return Work(
      updated: counts.updated - before.updated,
      created: counts.created - before.created,
      removed: counts.removed - before.removed,
      moved: counts.moved - before.moved
    )
  }
}

/// Numbers of nodes by what was done with them.
struct Work: Equatable {
  var updated = 0
  var created = 0
  var removed = 0
  var moved = 0

  mutating func add(_ other: Work, times count: Int) {
    updated += count * other.updated
    created += count * other.created
    removed += count * other.removed
    moved += count * other.moved
  }
}
