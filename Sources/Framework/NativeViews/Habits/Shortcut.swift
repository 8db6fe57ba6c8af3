import Foundation

/// A key that does something wherever the focus is: `Shortcut("z")` is Ctrl+Z, `Shortcut(.function(5), [])` is F5.
///
/// Letters have no case: `Shortcut("z", [.control, .shift])` is Ctrl+Shift+Z. Other characters are compared as typed, whatever shift does on
/// a keyboard: `Shortcut("+")` is Ctrl and the plus, with shift or without.
///
/// Source: docs/semantics/ui.md, H3.
public struct Shortcut: Hashable, Sendable, CustomStringConvertible {
  /// The key; a letter in lower case.
  public let key: KeyEvent.Key
  /// Keys that are held.
  public let modifiers: KeyModifiers

  /// Makes a shortcut; by default with the control key.
  public init(_ key: KeyEvent.Key, _ modifiers: KeyModifiers = .control) {
    switch key {
    case .character(let character) where character.isLetter:
      self.key = .character(Self.lowercased(character))
      self.modifiers = modifiers
    case .character:
      self.key = key
      self.modifiers = modifiers.subtracting(.shift)
    default: (self.key, self.modifiers) = (key, modifiers)
    }
  }

  /// Makes a shortcut of a character; by default with the control key.
  public init(_ character: Character, _ modifiers: KeyModifiers = .control) {
    self.init(character == " " ? .space : .character(character), modifiers)
  }

  /// The shortcut that a key means with its modifiers.
  public init(_ event: KeyEvent) { self.init(event.key, event.modifiers) }

  private static func lowercased(_ character: Character) -> Character {
    let lower = character.lowercased()
    return lower.count == 1 ? lower.first ?? character : character
  }

  /// As menus show it: `Ctrl+Shift+Z`.
  public var description: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.shift) { parts.append("Shift") }
    if modifiers.contains(.command) { parts.append("Super") }
    return (parts + [name]).joined(separator: "+")
  }

  private var name: String {
    switch key {
    case .character(let character): character.uppercased()
    case .function(let number): "F\(number)"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .other(let symbol): "\(symbol)"
    default: "\(key)".capitalized
    }
  }
}

extension ViewTree {
  /// Does what a shortcut of any usable view says, the topmost first.
  ///
  /// Complexity: O(n) for `n` views.
  func performShortcut(_ event: KeyEvent) -> Bool {
    let shortcut = Shortcut(event)
    var found: (@MainActor () -> Void)?
    focusScope.traverse { view in
      guard view.takesTouches else { return false }
      if let action = view.rare?.habits?.shortcuts[shortcut], view.effectiveAccessibility.isEnabled
      {
        found = action
      }
      return true
    }
    guard let found else { return false }
    found()
    return true
  }
}

extension NativeView {
  /// Does what the view's own shortcut says.
  final func performShortcut(_ event: KeyEvent) -> Bool {
    guard event.phase == .down, let shortcuts = rare?.habits?.shortcuts, !shortcuts.isEmpty,
      let action = shortcuts[Shortcut(event)], effectiveAccessibility.isEnabled
    else { return false }
    action()
    return true
  }
}
