internal import CNativeViewsGTK
import Foundation
import NativeViews

/// Menus and dialogs of the desktop.
@MainActor
enum GTKMenus {
  /// Opens a menu in place of the open one, or closes that.
  ///
  /// - Returns: The ids of the items, by the numbers by which C names them.
  @unsafe
  static func show(_ menu: OpenMenu?, in window: OpaquePointer) -> [String] {
    guard let menu else {
      unsafe gtkviews_window_close_menu(window)
      return []
    }
    var ids: [String] = []
    // SAFETY: the caller holds the window, and `make` returns a menu, which the window copies what it needs of.
    guard let made = unsafe make(menu.menu, in: nil, &ids) else { return [] }
    unsafe gtkviews_window_show_menu(window, made, menu.location.x, menu.location.y)
    unsafe gtkviews_menu_free(made)
    return ids
  }

  @unsafe
  private static func make(
    _ menu: Menu,
    in outer: OpaquePointer?,
    _ ids: inout [String]
  ) -> OpaquePointer? {
    let made = unsafe gtkviews_menu_new(outer)
    for items in menu.sections where !items.isEmpty {
      let section = unsafe gtkviews_menu_new(made)
      for item in items {
        if let submenu = item.submenu {
          guard let inner = unsafe make(submenu, in: made, &ids) else { continue }
          unsafe gtkviews_menu_add_submenu(section, item.title, inner)
          unsafe gtkviews_menu_free(inner)
        } else {
          unsafe gtkviews_menu_add_item(
            section,
            UInt32(ids.count),
            item.title,
            item.shortcut?.gtkName,
            item.isEnabled,
            item.isChecked.map { $0 ? 1 : 0 } ?? -1
          )
          ids.append(item.id)
        }
      }
      unsafe gtkviews_menu_add_section(made, section)
      unsafe gtkviews_menu_free(section)
    }
    return unsafe made
  }

  /// Opens a dialog in place of the open one, or closes that.
  @unsafe
  static func show(_ dialog: FileDialog?, in window: OpaquePointer) {
    guard let dialog else { return unsafe gtkviews_window_close_dialog(window) }
    var name: String?
    let kind: gtkviews_dialog
    switch dialog.kind {
    case .open: kind = GTKVIEWS_DIALOG_OPEN
    case .openSeveral: kind = GTKVIEWS_DIALOG_OPEN_SEVERAL
    case .openFolder: kind = GTKVIEWS_DIALOG_OPEN_FOLDER
    case .save(let suggested): (kind, name) = (GTKVIEWS_DIALOG_SAVE, suggested)
    }
    let folder = dialog.folder?.absoluteString
    // SAFETY: the caller holds the window; C copies the strings.
    unsafe gtkviews_window_make_dialog(window, kind, dialog.title, name, folder)
    for filter in dialog.filters {
      unsafe gtkviews_window_add_dialog_filter(window, filter.name)
      if filter.extensions.isEmpty { unsafe gtkviews_window_add_dialog_suffix(window, nil) }
      for suffix in filter.extensions {
        unsafe gtkviews_window_add_dialog_suffix(window, suffix)
      }
    }
    unsafe gtkviews_window_present_dialog(window)
  }
}

extension DropEvent.Phase {
  init(_ phase: gtkviews_drop_phase, _ files: [URL]) {
    switch phase {
    case GTKVIEWS_DROP_MOVED: self = .moved
    case GTKVIEWS_DROP_DROPPED: self = .dropped(files)
    default: self = .left
    }
  }
}

extension Shortcut {
  /// In the form of `gtk_accelerator_parse`; `nil` if GTK has no name for the key.
  var gtkName: String? {
    let name: String
    switch key {
    case .character(let character):
      guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
        return nil
      }
      // Symbols of X11 are named like this, too.
      let isNamedBySelf = scalar.properties.isAlphabetic || character.isWholeNumber
      name = isNamedBySelf ? String(character) : Self.names[character] ?? ""
    case .function(let number): name = "F\(number)"
    case .return: name = "Return"
    case .tab: name = "Tab"
    case .space: name = "space"
    case .escape: name = "Escape"
    case .backspace: name = "BackSpace"
    case .delete: name = "Delete"
    case .left: name = "Left"
    case .right: name = "Right"
    case .up: name = "Up"
    case .down: name = "Down"
    case .home: name = "Home"
    case .end: name = "End"
    case .pageUp: name = "Page_Up"
    case .pageDown: name = "Page_Down"
    case .menu: name = "Menu"
    case .other: return nil
    }
    guard !name.isEmpty else { return nil }
    let held: [(KeyModifiers, String)] = [
      (.control, "<Control>"), (.alt, "<Alt>"), (.shift, "<Shift>"), (.command, "<Super>"),
    ]
    return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + name
  }

  private static let names: [Character: String] = [
    "+": "plus", "-": "minus", "=": "equal", ",": "comma", ".": "period", "/": "slash",
    "?": "question",
  ]
}
