internal import CNativeViewsGTK
import Foundation
package import NativeViews

extension GTKBackend {
  /// Number of widgets of views in the process; for tests.
  package static var widgetCount: Int { gtkviews_view_count() }

  /// Compares the widgets, as GTK has them, with the views; for tests.
  ///
  /// - Parameters:
  ///   - tree: The tree that this backend shows.
  ///   - withAllocations: Whether GTK has placed the widgets since the last commit.
  /// - Returns: What differs.
  package func differences(from tree: ViewTree, withAllocations: Bool) -> [String] {
    var differences: [String] = []
    tree.root.forEachView { view in
      guard let widget = view.backendObject as? ViewWidget else {
        differences.append("\(view.path): there is no widget")
        return
      }
      // SAFETY: rule 2 of `GTKBackend`.
      var next = unsafe gtkviews_view_first_child(widget.pointer)
      for child in view.children {
        guard let pointer = unsafe next, let expected = child.backendObject as? ViewWidget,
          unsafe pointer == expected.pointer
        else {
          differences.append("\(child.path): its widget isn't where it belongs")
          return
        }
        unsafe next = gtkviews_view_next_sibling(pointer)
      }
      if unsafe next != nil {
        differences.append("\(view.path): there are more widgets than views in it")
      }
      if withAllocations { compareAllocation(of: view, widget, into: &differences) }
    }
    return differences
  }

  private func compareAllocation(
    of view: NativeView,
    _ widget: ViewWidget,
    into differences: inout [String]
  ) {
    var ancestor: NativeView? = view
    while let current = ancestor {
      // Hidden widgets keep what they had, and turned ones have no place of their own.
      if current.isHidden || current.transform != .identity { return }
      ancestor = current.parent
    }
    var allocation = gtkviews_rect()
    guard unsafe gtkviews_view_allocation(widget.pointer, &allocation) else {
      differences.append("\(view.path): its widget isn't placed")
      return
    }
    let frame = view.presented.frame
    let found = [allocation.x, allocation.y, allocation.width, allocation.height]
    let expected = [frame.minX, frame.minY, frame.width.rounded(.up), frame.height.rounded(.up)]
    // GTK places by 32 bits.
    if zip(found, expected).contains(where: { abs($0 - $1) > max(1, abs($1)) * 1e-5 }) {
      differences.append("\(view.path): its widget is at \(found), the view at \(expected)")
    }
  }
}
