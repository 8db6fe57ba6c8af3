import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

/// Views that the program edits itself, to tell them from those of the nodes.
@MainActor
protocol DirectView: NativeView {}

/// A view that draws what it is given.
final class DrawnView: NativeView, DirectView {
  var drawing: (inout DisplayList, CGRect) -> Void = { _, _ in } {
    didSet { setNeedsDisplay() }
  }

  override func draw(into list: inout DisplayList) { drawing(&list, bounds) }
}

/// A view whose content is larger than itself.
final class ScrolledView: ScrollView, DirectView {}

/// A widget of GTK's own, which draws nothing, so that the other backends show the same.
final class WidgetView: ForeignView, DirectView {
  init() {
    // SAFETY: the function returns a new GtkWidget, or NULL, which is diagnosed.
    unsafe super.init { unsafe checks_area_new() }
  }
}
