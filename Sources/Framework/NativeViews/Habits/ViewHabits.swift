public import Foundation

/// What views offer a user of a desktop beside what they show; few views have any.
@MainActor
final class ViewHabits {
  var pointerShape: PointerShape?
  var toolTip: String?
  var contextMenu: ContextMenu?
  var secondaryClick: (@MainActor (CGPoint) -> Void)?
  var shortcuts: [Shortcut: @MainActor () -> Void] = [:]
  var fileDrop: FileDropTarget?
}

extension NativeView {
  /// Shape of the mouse pointer over the view; `nil` for that of the view around it.
  public final var pointerShape: PointerShape? {
    get { rare?.habits?.pointerShape }
    set {
      guard newValue != pointerShape else { return }
      ensureHabits().pointerShape = newValue
      // The frame looks what is under the mouse.
      tree?.requestFrameForChanges()
    }
  }

  /// A text that explains the view while the mouse rests on it; `nil` for that of the view around it.
  public final var toolTip: String? {
    get { rare?.habits?.toolTip }
    set { if newValue != toolTip { ensureHabits().toolTip = newValue } }
  }

  /// The menu that a secondary click on the view opens, if no view in it has one.
  ///
  /// A finger that rests on it for half a second, the menu key, and shift with F10 open it, too.
  public final var contextMenu: ContextMenu? {
    get { rare?.habits?.contextMenu }
    set { if newValue != nil || rare?.habits != nil { ensureHabits().contextMenu = newValue } }
  }

  /// What a secondary click at a place of the view does, in place of a menu.
  public final var onSecondaryClick: (@MainActor (CGPoint) -> Void)? {
    get { rare?.habits?.secondaryClick }
    set { if newValue != nil || rare?.habits != nil { ensureHabits().secondaryClick = newValue } }
  }

  /// What keys do while the view can be used, whichever view has the focus.
  ///
  /// The focused view and those around it come first, with their keys and then their shortcuts; of the others, the topmost.
  public final var shortcuts: [Shortcut: @MainActor () -> Void] {
    get { rare?.habits?.shortcuts ?? [:] }
    set { if !newValue.isEmpty || rare?.habits != nil { ensureHabits().shortcuts = newValue } }
  }

  /// Takes files that are dragged from elsewhere and dropped on the view, unless a view in it does.
  public final var fileDrop: FileDropTarget? {
    get { rare?.habits?.fileDrop }
    set { if newValue != nil || rare?.habits != nil { ensureHabits().fileDrop = newValue } }
  }

  private final func ensureHabits() -> ViewHabits {
    let rare = ensureRare()
    let habits = rare.habits ?? ViewHabits()
    rare.habits = habits
    return habits
  }
}
