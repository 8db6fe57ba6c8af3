import Foundation
import NativeViews
import Tempura

/// A row of the list: a tap on the box ticks the item off, one elsewhere opens it.
final class ItemRow: NativeView {
  static let height: CGFloat = 48

  let box = CheckBox()
  private let title = TitleLabel()
  var onOpen: () -> Void = {}

  override init() {
    super.init()
    title.alignment = .left
    append(box)
    append(title)
  }

  func show(_ item: TodoItem, theme: Theme) {
    key = "item-\(item.id)"
    box.label = item.text
    box.isChecked = item.isDone
    box.theme = theme
    if title.text != item.text {
      title.text = item.text
      accessibilityDidChange()
    }
    title.textColor = item.isDone ? theme.secondary : theme.text
    line = theme.line
  }

  private var line = Theme.light.line { didSet { if line != oldValue { setNeedsDisplay() } } }
  private var isPressed = false {
    didSet { if isPressed != oldValue { alpha = isPressed ? 0.6 : 1 } }
  }

  override func layoutSubviews() {
    box.frame = CGRect(x: 0, y: 0, width: 48, height: bounds.height)
    title.frame = CGRect(x: 48, y: 0, width: max(0, bounds.width - 60), height: bounds.height)
  }

  override func draw(into list: inout DisplayList) {
    list.fill(CGRect(x: 48, y: bounds.height - 1, width: bounds.width - 48, height: 1), with: line)
  }

  override var handlesTouches: Bool { true }
  override func touchBegan(_ touch: Touch) { isPressed = true }
  override func touchMoved(_ touch: Touch) { isPressed = touch.isInside }
  override func touchCancelled(_ touch: Touch) { isPressed = false }
  override func touchEnded(_ touch: Touch) {
    isPressed = false
    if touch.isInside { activate() }
  }

  @discardableResult
  override func activate() -> Bool {
    onOpen()
    return true
  }

  // Otherwise it would be called by the box and the title, which say the same.
  override var accessibility: Accessibility { Accessibility(role: .listItem, label: title.text) }
}
