internal import CNativeViewsGTK
import Foundation
package import NativeViews

extension GTKBackend {
  /// Number of view widgets in the process; for tests.
  package static var widgetCount: Int { gtkviews_view_count() }

  /// The widget that contains the root's; for benchmarks.
  package var gtkHost: UnsafeMutableRawPointer? {
    unsafe window.flatMap { unsafe gtkviews_window_host($0) }
  }

  /// Draws all views again, as if for the first time; for tests.
  package func redraw(_ tree: ViewTree) {
    tree.root.forEachView { view in
      guard let widget = view.backendObject as? ViewWidget else { return }
      // SAFETY: rule 2 of `GTKBackend`.
      unsafe gtkviews_view_redraw(widget.pointer)
    }
  }

  /// Compares GTK's widgets with the views; for tests.
  ///
  /// - Parameters:
  ///   - tree: The tree that this backend shows.
  ///   - withAllocations: Whether GTK has placed the widgets since the last commit.
  /// - Returns: The differences.
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
      compareValues(of: view, widget, into: &differences)
      compareText(of: view, widget, into: &differences)
      if withAllocations { compareAllocation(of: view, widget, into: &differences) }
    }
    return differences
  }

  /// Compares the values set on a widget with the view.
  private func compareValues(
    of view: NativeView,
    _ widget: ViewWidget,
    into differences: inout [String]
  ) {
    let found = unsafe gtkviews_view_values_of(widget.pointer)
    let presented = view.presented
    let (frame, matrix) = (presented.frame, presented.transform)
    let (width, height) = (max(frame.width, 0), max(frame.height, 0))
    // As GTK multiplies it: to the centre, and back.
    let (x, y) = (width / 2, height / 2)
    let numbers: [(String, Double, Double)] = [
      ("x", found.frame.x, frame.minX), ("y", found.frame.y, frame.minY),
      ("width", found.frame.width, width), ("height", found.frame.height, height),
      ("alpha", Double(found.alpha), min(max(presented.alpha, 0), 1)),
      // Without clipping, the widget doesn't get a radius.
      (
        "radius", view.clipsToBounds ? Double(found.radius) : 0,
        view.clipsToBounds ? max(view.cornerRadius, 0) : 0
      ),
      ("xx", found.transform.xx, matrix.m11), ("yx", found.transform.yx, matrix.m12),
      ("xy", found.transform.xy, matrix.m21), ("yy", found.transform.yy, matrix.m22),
      ("x0", found.transform.x0, x + matrix.tX - matrix.m11 * x - matrix.m21 * y),
      ("y0", found.transform.y0, y + matrix.tY - matrix.m12 * x - matrix.m22 * y),
    ]
    // GTK rotates with 32-bit numbers.
    let size = max(1, width, height)
    for (name, found, expected) in numbers where abs(found - expected) > size * 1e-4 {
      differences.append("\(view.path): its widget's \(name) is \(found), the view's \(expected)")
    }
    let flags = [
      ("hidden", found.is_hidden, view.isHidden), ("clips", found.clips, view.clipsToBounds),
      ("has the role", widget.hasRole(of: view), true),
    ]
    for (name, found, expected) in flags where found != expected {
      differences.append("\(view.path): its widget \(name): \(found); the view: \(expected)")
    }
  }

  /// Compares what assistive technology is told of a text with the view.
  private func compareText(
    of view: NativeView,
    _ widget: ViewWidget,
    into differences: inout [String]
  ) {
    let accessibility = view.effectiveAccessibility
    guard let editing = accessibility.editing else { return }
    var (anchor, caret) = (Int32(0), Int32(0))
    // SAFETY: rule 2 of `GTKBackend`; the text is copied at once.
    let text = unsafe gtkviews_view_text(widget.pointer, &anchor, &caret).map {
      unsafe String(cString: $0)
    }
    let isSame =
      text == accessibility.value && Int(anchor) == editing.anchor && Int(caret) == editing.caret
    guard !isSame else { return }
    differences.append(
      "\(view.path): its widget tells \(text ?? "nothing") \(anchor)-\(caret), the view "
        + "\(accessibility.value ?? "nothing") \(editing.anchor)-\(editing.caret)"
    )
  }

  private func compareAllocation(
    of view: NativeView,
    _ widget: ViewWidget,
    into differences: inout [String]
  ) {
    var ancestor: NativeView? = view
    while let current = ancestor {
      // Hidden widgets keep their former places, and rotated ones have none of their own.
      if current.isHidden || current.presented.transform != .identity { return }
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
    // GTK places with 32-bit numbers.
    if zip(found, expected).contains(where: { abs($0 - $1) > max(1, abs($1)) * 1e-5 }) {
      differences.append("\(view.path): its widget is at \(found), the view at \(expected)")
    }
  }
}
