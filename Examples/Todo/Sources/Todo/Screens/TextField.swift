import Foundation
import NativeViews

/// A line of text that the user types; it has no caret but at its end.
final class TextField: NativeView {
  var onChange: (String) -> Void = { _ in }
  var onReturn: () -> Void = {}
  var onEscape: () -> Void = {}

  var text = "" {
    didSet {
      guard text != oldValue else { return }
      setNeedsDisplay()
      accessibilityDidChange()
    }
  }
  var placeholder = "" {
    didSet {
      guard placeholder != oldValue else { return }
      setNeedsDisplay()
      accessibilityDidChange()
    }
  }
  var theme = Theme.light {
    didSet {
      guard theme != oldValue else { return }
      backgroundColor = theme.bar
      setNeedsDisplay()
    }
  }

  override init() {
    super.init()
    cornerRadius = 8
    backgroundColor = theme.bar
    clipsToBounds = true
  }

  override func draw(into list: inout DisplayList) {
    let measurer = tree?.backend.measurer ?? BlockTextMeasurer()
    var block = TextBlock(AttributedText(string: text.isEmpty ? placeholder : text))
    block.color = text.isEmpty ? theme.secondary : theme.text
    // What is typed is seen: of a long line the end.
    block.lineBreak = text.isEmpty ? .byTruncatingTail : .byTruncatingHead
    let height = measurer.size(of: block, width: .infinity).height
    let line = CGRect(
      x: 12,
      y: ((bounds.height - height) / 2).rounded(),
      width: bounds.width - 24,
      height: height
    )
    list.draw(block, in: line)
    guard isFocused else { return }
    let typed = text.isEmpty ? 0 : min(measurer.size(of: block, width: .infinity).width, line.width)
    let caret = CGRect(
      x: (line.minX + typed).rounded(),
      y: line.minY,
      width: 2,
      height: line.height
    )
    list.fill(caret, with: theme.tint)
  }

  // MARK: Input

  override var handlesTouches: Bool { true }
  override var isFocusable: Bool { true }
  override func focusDidChange(_ isFocused: Bool) { setNeedsDisplay() }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.phase == .down, event.modifiers.isSubset(of: .shift) else { return false }
    switch event.key {
    case .character(let character): change(to: text + String(character))
    case .space: change(to: text + " ")
    case .backspace: change(to: String(text.dropLast()))
    case .return: onReturn()
    case .escape: onEscape()
    default: return false
    }
    return true
  }

  private func change(to text: String) {
    self.text = text
    onChange(text)
  }

  override var accessibility: Accessibility {
    Accessibility(role: .textField, label: placeholder, value: text)
  }
}
