/// Shapes of the mouse pointer; raw values are their names in CSS, which desktops know.
///
/// Source: docs/semantics/ui.md, H1.
public enum PointerShape: String, Hashable, Sendable, CaseIterable {
  /// An arrow.
  case arrow = "default"
  /// A hand, as on links.
  case hand = "pointer"
  /// A bar, as on texts.
  case text
  case crosshair
  case move
  case grab
  case grabbing
  case notAllowed = "not-allowed"
  case help
  case wait
  case progress
  case copy
  case resizeColumn = "col-resize"
  case resizeRow = "row-resize"
  case resizeHorizontally = "ew-resize"
  case resizeVertically = "ns-resize"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case none
}
