package import Foundation
package import NativeViews

/// Keeps a tree by what commits tell, and by nothing else, so that a test can compare it with the tree itself.
@MainActor
package final class RecordingBackend: ViewBackend {
  package let clock = ManualFrameSource()
  package var frames: any FrameSource { clock }
  package nonisolated let measurer: any TextMeasuring
  package let displayScale: CGFloat
  /// Commits that contradict those before.
  package private(set) var faults: [String] = []
  /// The recorded root; `nil` before the first commit.
  package private(set) var root: RecordedView?
  private var recorded: [ObjectIdentifier: RecordedView] = [:]

  package init(measurer: any TextMeasuring = BlockTextMeasurer(), displayScale: CGFloat = 1) {
    (self.measurer, self.displayScale) = (measurer, displayScale)
  }

  /// Number of views that are known.
  package var viewCount: Int { recorded.count }

  package func attach(to tree: ViewTree) {}

  package func commit(_ changes: borrowing ViewChanges) {
    for view in changes.created {
      let copy = RecordedView()
      copy.take(.all, of: view)
      if view.parent == nil { root = copy }
      if recorded.updateValue(copy, forKey: ObjectIdentifier(view)) != nil {
        faults.append("\(view.path): created twice")
      }
    }
    place(changes.placed)
    for view in changes.patched {
      if view.changedProperties.isEmpty { faults.append("\(view.path): patched nothing") }
      guard let copy = self[view] else {
        faults.append("\(view.path): patched, and never created")
        continue
      }
      copy.take(view.changedProperties, of: view)
    }
    for view in changes.removed {
      // What wasn't shown yet may have come into it, and what was shown elsewhere.
      view.forEachView { recorded.removeValue(forKey: ObjectIdentifier($0))?.removeFromParent() }
    }
  }

  private func place(_ views: [NativeView]) {
    // Out of their old places first: one may have come into another that was in it before.
    for view in views { self[view]?.removeFromParent() }
    for view in views {
      guard let copy = self[view], let parent = view.parent.flatMap({ self[$0] }) else {
        faults.append("\(view.path): placed, and it or its parent never created")
        continue
      }
      let previous = view.previousSibling.flatMap { self[$0] }
      guard (view.previousSibling == nil) == (previous == nil),
        previous == nil || previous?.parent === parent
      else {
        faults.append("\(view.path): placed after a view that isn't there")
        continue
      }
      parent.insert(copy, after: previous)
    }
  }

  private subscript(view: NativeView) -> RecordedView? { recorded[ObjectIdentifier(view)] }

  /// What differs between what was recorded and the tree.
  package func differences(from tree: ViewTree) -> [String] {
    var differences = faults
    var count = 0
    tree.root.forEachView { view in
      count += 1
      guard let copy = self[view] else {
        differences.append("\(view.path): it was never created")
        return
      }
      differences += copy.differences(from: view)
      var child = view.firstChild
      var next = copy.firstChild
      while let expected = child, let found = next, self[expected] === found {
        (child, next) = (expected.nextSibling, found.nextSibling)
      }
      if child != nil || next != nil {
        differences.append("\(view.path): its children were recorded in another order or number")
      }
    }
    if viewCount != count { differences.append("\(viewCount) views were recorded, not \(count)") }
    return differences
  }

  /// Gives the recorded views what a rendering tells of a view and no commit does, for no backend shows it.
  package func takeUntold(from tree: ViewTree) {
    tree.root.forEachView { view in
      self[view]?.key = view.key
      self[view]?.isUserInteractionEnabled = view.isUserInteractionEnabled
    }
  }
}
