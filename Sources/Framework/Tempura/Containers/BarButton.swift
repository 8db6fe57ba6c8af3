import Foundation
public import NativeViews

/// A text button, as used in the bars of containers.
public final class BarButton: NativeView {
  private let label = TitleLabel()
  private let role: Accessibility.Role

  /// Called when the user taps the button.
  public var onTap: () -> Void = {}
  /// The text.
  public var title: String {
    get { label.text }
    set {
      guard newValue != label.text else { return }
      label.text = newValue
      didChange(.accessibility)
    }
  }
  /// The colour of the text; until it is set, the one of the environment for what can be tapped.
  public var tintColor: Color {
    get { label.textColor }
    set { label.textColor = newValue }
  }
  /// The typeface.
  public var font: Font {
    get { label.font }
    set { label.font = newValue }
  }
  /// Where the text is between left and right; by default in the middle.
  public var alignment: TextBlock.Alignment {
    get { label.alignment }
    set { label.alignment = newValue }
  }
  /// Whether the button is the selected one of several.
  public var isSelected = false {
    didSet { if isSelected != oldValue { didChange(.accessibility) } }
  }
  /// Whether the button can be tapped.
  public var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      label.alpha = isEnabled ? 1 : 0.4
      didChange(.accessibility)
    }
  }

  private var isPressed = false {
    didSet { if isPressed != oldValue { alpha = isPressed ? 0.5 : 1 } }
  }

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - role: Its role for assistive technology.
  public init(_ title: String = "", role: Accessibility.Role = .button) {
    self.role = role
    super.init()
    label.text = title
    label.defaultColor = \.tint
    append(label)
  }

  var textWidth: Double { Double(label.textSize.width) }

  public override func layoutSubviews() { label.frame = bounds }

  public override var handlesTouches: Bool { true }
  public override func touchBegan(_ touch: Touch) { isPressed = isEnabled }
  public override func touchMoved(_ touch: Touch) { isPressed = isEnabled && touch.isInside }
  public override func touchEnded(_ touch: Touch) {
    isPressed = false
    if touch.isInside { activate() }
  }
  public override func touchCancelled(_ touch: Touch) { isPressed = false }
  public override var isFocusable: Bool { isEnabled }

  @discardableResult
  public override func activate() -> Bool {
    guard isEnabled else { return false }
    onTap()
    return true
  }

  public override var accessibility: Accessibility {
    Accessibility(role: role, label: title, isEnabled: isEnabled, isSelected: isSelected)
  }
}
