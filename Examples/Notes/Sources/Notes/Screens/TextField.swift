import Foundation
import NativeViews

/// A text that the user types; it has no caret but at its end.
class TextField: NativeView {
  final var isSecret = false
  final var onChange: (String) -> Void = { _ in }
  final var text = "" {
    didSet {
      setNeedsDisplay()
      accessibilityDidChange()
    }
  }

  private var shown: String { isSecret ? String(repeating: "*", count: text.count) : text }

  override func draw(into list: inout DisplayList) {
    let text = AttributedText(string: shown + (isFocused ? "|" : ""))
    list.draw(TextBlock(text), in: bounds.insetBy(dx: 8, dy: 8))
  }

  override var handlesTouches: Bool { true }
  override var isFocusable: Bool { true }
  override func focusDidChange(_ isFocused: Bool) { setNeedsDisplay() }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.phase == .down, event.modifiers.isSubset(of: .shift) else { return false }
    switch event.key {
    case .character(let character): text.append(character)
    case .space: text += " "
    case .return where !isSecret: text += "\n"
    case .backspace: text = String(text.dropLast())
    default: return false
    }
    onChange(text)
    return true
  }

  override var accessibility: Accessibility {
    Accessibility(role: .textField, label: key ?? "", value: shown)
  }
}
