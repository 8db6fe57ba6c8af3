import Foundation
import NativeViews

/// A box with a tick in it, or without.
final class CheckBox: NativeView {
  var onTap: () -> Void = {}
  /// What it is about, for assistive technology.
  var label = "" { didSet { if label != oldValue { accessibilityDidChange() } } }
  var isChecked = false {
    didSet {
      guard isChecked != oldValue else { return }
      setNeedsDisplay()
      accessibilityDidChange()
    }
  }
  var theme = Theme.light { didSet { if theme != oldValue { setNeedsDisplay() } } }

  override func draw(into list: inout DisplayList) {
    let box = CGRect(x: bounds.midX - 11, y: bounds.midY - 11, width: 22, height: 22)
    guard isChecked else {
      return list.stroke(box, cornerRadius: 6, width: 1.5, with: theme.secondary)
    }
    list.fill(box, cornerRadius: 6, with: theme.tint)
    let tick = TextBlock(
      AttributedText(string: "✓"),
      font: .boldSystemFont(ofSize: 16),
      color: theme.background,
      alignment: .center
    )
    list.draw(tick, in: box.offsetBy(dx: 0, dy: 1.5))
  }

  override var handlesTouches: Bool { true }
  override func touchEnded(_ touch: Touch) { if touch.isInside { activate() } }
  override var isFocusable: Bool { true }

  @discardableResult
  override func activate() -> Bool {
    onTap()
    return true
  }

  override var accessibility: Accessibility {
    Accessibility(role: .checkbox, label: label, isSelected: isChecked)
  }
}
