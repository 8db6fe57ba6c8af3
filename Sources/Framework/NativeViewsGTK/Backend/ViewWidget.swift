internal import CNativeViewsGTK
import Foundation
import NativeViews

/// A view's widget; GTK owns it through its parent.
@safe @MainActor
final class ViewWidget {
  /// A `gtkviews_view`, valid according to rule 2 of `GTKBackend`.
  let pointer: OpaquePointer

  init(_ view: NativeView, in window: OpaquePointer) {
    let role = view.effectiveAccessibility.role.ofWidget
    // SAFETY: the caller holds the window; the link to the view is cut before the view goes.
    let widget = unsafe gtkviews_view_new(window, Unmanaged.passUnretained(view).toOpaque(), role)
    guard let widget = unsafe widget else {
      // Out of memory, GTK ends the program; and without GTK there is no window.
      preconditionFailure("GTK: it has made no widget for \(view.path)")
    }
    unsafe pointer = widget
  }

  func hasRole(of view: NativeView) -> Bool {
    // SAFETY: rule 2 of `GTKBackend`, here and below.
    unsafe gtkviews_view_role(pointer) == view.effectiveAccessibility.role.ofWidget
  }

  /// Applies a view's changes.
  ///
  /// - Parameters:
  ///   - properties: What has changed.
  ///   - view: The view.
  ///   - isNew: Whether the widget has its initial properties: equal ones of the view cost nothing.
  func patch(_ properties: ViewProperties, of view: NativeView, isNew: Bool) {
    if !properties.isDisjoint(with: [.frame, .transform]) { setFrame(view.presented) }
    if properties.contains(.alpha) {
      let alpha = view.presented.alpha
      if !isNew || alpha != 1 { unsafe gtkviews_view_set_alpha(pointer, alpha) }
    }
    if !properties.isDisjoint(with: [.clipping, .border]), !isNew || view.clipsToBounds {
      unsafe gtkviews_view_set_clip(pointer, view.clipsToBounds, view.cornerRadius)
    }
    if properties.contains(.visibility), !isNew || view.isHidden {
      unsafe gtkviews_view_set_hidden(pointer, view.isHidden)
    }
    if !isNew, !properties.isDisjoint(with: ViewProperties.drawn) {
      unsafe gtkviews_view_redraw(pointer)
    }
    if properties.contains(.accessibility) {
      setAccessibility(view.effectiveAccessibility, isNew: isNew)
    }
    if isNew, view.isInTransition { setTakesNoInput(true) }
    if isNew, let foreign = view as? ForeignView {
      unsafe gtkviews_view_set_foreign(pointer, foreign.widget)
    }
  }

  func setTakesNoInput(_ takesNoInput: Bool) {
    unsafe gtkviews_view_set_takes_no_input(pointer, takesNoInput)
  }

  private func setFrame(_ presented: PresentedProperties) {
    let frame = gtkviews_rect(presented.frame)
    if presented.transform == .identity {
      unsafe gtkviews_view_set_frame(pointer, frame, nil)
    } else {
      let m = presented.transform
      var transform = gtkviews_transform(
        xx: m.m11,
        yx: m.m12,
        xy: m.m21,
        yy: m.m22,
        x0: m.tX,
        y0: m.tY
      )
      unsafe gtkviews_view_set_frame(pointer, frame, &transform)
    }
  }

  private func setAccessibility(_ accessibility: Accessibility, isNew: Bool) {
    if isNew, accessibility == Accessibility(role: accessibility.role) { return }
    unsafe gtkviews_view_set_accessible(
      pointer,
      accessibility.label,
      accessibility.value,
      accessibility.isEnabled,
      accessibility.isSelected,
      accessibility.isHidden
    )
    guard let editing = accessibility.editing else { return }
    unsafe gtkviews_view_set_text(
      pointer,
      accessibility.value ?? "",
      Int32(clamping: editing.anchor),
      Int32(clamping: editing.caret),
      editing.isMultiline,
      editing.isEditable
    )
  }
}

extension gtkviews_rect {
  init(_ rect: CGRect) {
    self.init(x: rect.origin.x, y: rect.origin.y, width: rect.width, height: rect.height)
  }
}

extension gtkviews_color {
  init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension Accessibility.Role {
  var ofWidget: gtkviews_role {
    switch self {
    case .none: GTKVIEWS_ROLE_NONE
    case .button: GTKVIEWS_ROLE_BUTTON
    case .label: GTKVIEWS_ROLE_LABEL
    case .image: GTKVIEWS_ROLE_IMAGE
    case .link: GTKVIEWS_ROLE_LINK
    case .list: GTKVIEWS_ROLE_LIST
    case .listItem: GTKVIEWS_ROLE_LIST_ITEM
    case .table: GTKVIEWS_ROLE_TABLE
    case .row: GTKVIEWS_ROLE_ROW
    case .cell: GTKVIEWS_ROLE_CELL
    case .grid: GTKVIEWS_ROLE_GRID
    case .heading: GTKVIEWS_ROLE_HEADING
    case .checkbox: GTKVIEWS_ROLE_CHECKBOX
    case .slider: GTKVIEWS_ROLE_SLIDER
    case .textField: GTKVIEWS_ROLE_TEXT_FIELD
    case .dialog: GTKVIEWS_ROLE_DIALOG
    case .window: GTKVIEWS_ROLE_WINDOW
    case .tab: GTKVIEWS_ROLE_TAB
    case .progressBar: GTKVIEWS_ROLE_PROGRESS_BAR
    case .scrollView: GTKVIEWS_ROLE_SCROLL_VIEW
    }
  }
}
