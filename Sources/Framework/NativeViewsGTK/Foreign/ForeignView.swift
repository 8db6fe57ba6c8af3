internal import CNativeViewsGTK
import Foundation
public import NativeViews

/// A view that shows a GTK widget of the application, such as a GtkEntry: its frame places it like any view, and its input comes from GTK.
///
/// The widget is made when the view is first shown, and kept, with its typed text, as long as the view. It is as large as its frame, or as
/// small as GTK permits. Other backends show nothing of it.
///
/// Source: docs/semantics/ui.md, G5.
@safe
open class ForeignView: NativeView {
  private let make: @MainActor () -> UnsafeMutableRawPointer?
  private var made: UnsafeMutableRawPointer?

  /// Takes a closure that makes the widget.
  ///
  /// - Parameter make: Returns a `GtkWidget *` without a parent; called on the main thread after GTK's initialization.
  @unsafe
  public init(_ make: @escaping @MainActor () -> UnsafeMutableRawPointer?) {
    unsafe self.make = make
    super.init()
  }

  isolated deinit {
    // SAFETY: the reference that `widget` has taken.
    if let made = unsafe made { unsafe gtkviews_foreign_release(made) }
  }

  /// Whether the widget, or one in it, takes the keyboard; assumed before the widget is made, and in other backends.
  open override var isFocusable: Bool {
    // SAFETY: here and below, the reference that `widget` has taken.
    guard let made = unsafe made else { return true }
    return unsafe gtkviews_foreign_is_focusable(made)
  }

  /// Moves the focus by tab to the next widget in the widget; past the last one, the tree does.
  open override func key(_ event: KeyEvent) -> Bool {
    guard isFocused, event.phase == .down, event.key == .tab,
      event.modifiers.isSubset(of: [.shift, .control])
    else { return false }
    let isBackward = event.modifiers.contains(.shift)
    if let made = unsafe made, unsafe gtkviews_foreign_move_focus(made, isBackward) { return true }
    // As in GTK, control leaves widgets that use tab themselves.
    guard event.modifiers.contains(.control), let tree else { return false }
    return isBackward ? tree.focusPrevious() : tree.focusNext()
  }

  /// The widget, made on first use; `nil` if the closure returned something else.
  var widget: UnsafeMutableRawPointer? {
    if let made = unsafe made { return unsafe made }
    // SAFETY: the closure promises a GObject.
    guard let widget = unsafe make(), unsafe gtkviews_foreign_is_widget(widget) else {
      diagnose(
        "its closure has returned no GtkWidget",
        remedy: "return what a function such as gtk_entry_new() returns"
      )
      return nil
    }
    unsafe gtkviews_foreign_retain(widget)
    unsafe made = widget
    return unsafe widget
  }
}
