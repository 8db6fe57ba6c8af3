import Foundation
import KatanaUI
public import NativeViews

/// Shows a button, and calls its handlers.
public final class NativeButton: NativeView {
  /// The node, whose newest props have the handlers, even if those weren't applied.
  weak var node: AnyNode?
  private var content = ButtonContent(Button.Props()) { $0.scale(1) }
  private var isHighlighted = false {
    didSet { if isHighlighted != oldValue { displayDidToggle() } }
  }
  private var isHovered = false
  /// Whether to show the focus: not if a touch moved it here.
  private var showsFocus = false {
    didSet { if showsFocus != oldValue { setNeedsDisplay() } }
  }

  /// The state of the button.
  public var controlState: ControlState {
    var state: ControlState = content.isEnabled ? [] : .disabled
    if isHighlighted { state.insert(.highlighted) }
    if content.isSelected { state.insert(.selected) }
    if isFocused { state.insert(.focused) }
    if isHovered, content.isEnabled { state.insert(.hovered) }
    return state
  }

  /// The title that is shown.
  public var currentTitle: AttributedText? { content.title(for: controlState)?.text }

  func show(_ content: ButtonContent) {
    guard content != self.content else { return }
    self.content = content
    if !content.isEnabled { isHighlighted = false }
    setNeedsDisplay()
    didChange(.accessibility)
  }

  // MARK: Touches

  private var handlers: HandlerTable<TouchHandlerEvent> {
    node?.latestProps(of: Button.self)?.touchHandlers ?? [:]
  }

  public override var handlesTouches: Bool { true }

  public override func touchBegan(_ touch: Touch) {
    showsFocus = false
    guard content.isEnabled else { return }
    isHighlighted = true
    handlers.fire(.touchDown)
  }

  public override func touchMoved(_ touch: Touch) {
    if content.isEnabled { isHighlighted = touch.isInside }
  }

  public override func touchEnded(_ touch: Touch) {
    isHighlighted = false
    guard content.isEnabled else { return }
    handlers.fire(touch.isInside ? .touchUpInside : .touchUpOutside)
  }

  public override func touchCancelled(_ touch: Touch) {
    isHighlighted = false
    guard content.isEnabled else { return }
    handlers.fire(.touchCancel)
  }

  public override func hoverDidChange(_ isHovered: Bool) {
    self.isHovered = isHovered
    if content.hasHoverLook { setNeedsDisplay() }
    if content.isEnabled { handlers.fire(isHovered ? .hoverBegan : .hoverEnded) }
  }

  func offerSecondaryClick(_ isOffered: Bool) {
    guard isOffered != (onSecondaryClick != nil) else { return }
    onSecondaryClick = nil
    guard isOffered else { return }
    onSecondaryClick = { [weak self] _ in self?.handlers.fire(.secondaryClick) }
  }

  // MARK: Keyboard and assistive technology

  public override var isFocusable: Bool { content.isEnabled }
  public override func focusDidChange(_ isFocused: Bool) { showsFocus = isFocused }

  public override func activate() -> Bool {
    guard content.isEnabled else { return false }
    handlers.fire(.touchUpInside)
    return true
  }

  public override var accessibility: Accessibility {
    Accessibility(
      role: .button,
      label: content.accessibilityLabel ?? currentTitle?.string,
      isEnabled: content.isEnabled,
      isSelected: content.isSelected
    )
  }

  // MARK: Drawing

  public override func draw(into list: inout DisplayList) {
    let state = controlState
    if let image = content.backgroundImages.value(for: state) {
      draw(image, in: bounds, of: content.backgroundImages, into: &list)
    }
    let image = content.images.value(for: state)
    let title = content.title(for: state)
    let places = content.places(image: image, title: title, in: bounds, measurer: textMeasurer)
    if let image { draw(image, in: places.image, of: content.images, into: &list) }
    if let title { draw(title, in: places.title, into: &list) }
    if content.showsTouch, state.contains(.highlighted) {
      list.fill(bounds, cornerRadius: cornerRadius, with: Color.white.withAlpha(0.3))
    }
    if showsFocus {
      let color = content.plainTitleColor.withAlpha(0.6)
      list.stroke(bounds, cornerRadius: cornerRadius, width: 2, with: color)
    }
  }

  private func draw(_ title: TextBlock, in place: CGRect, into list: inout DisplayList) {
    let (block, rect) = TextFitting(block: title).placed(in: place, on: self)
    if let color = content.titleShadowColors.value(for: controlState), title.text.spans.isEmpty {
      var shadow = block
      shadow.color = color
      let offset = content.titleShadowOffset
      list.draw(
        shadow,
        in: CGRect(
          x: rect.origin.x + offset.width,
          y: rect.origin.y + offset.height,
          width: rect.size.width,
          height: rect.size.height
        )
      )
    }
    list.draw(block, in: rect)
  }

  /// Draws an image, darkened or faded if the state has no image of its own.
  private func draw(
    _ image: BitmapImage,
    in rect: CGRect,
    of images: [ControlState: BitmapImage],
    into list: inout DisplayList
  ) {
    guard rect.size.width > 0, rect.size.height > 0 else { return }
    list.draw(image, in: rect)
    let state = controlState.subtracting([.focused, .hovered])
    guard images[state] == nil else { return }
    if state.contains(.disabled) {
      if content.fadesImages { list.draw(image, in: rect, tint: Color.white.withAlpha(0.5)) }
    } else if state.contains(.highlighted), content.darkensImages {
      list.draw(image, in: rect, tint: Color.black.withAlpha(0.3))
    }
  }
}
