import KatanaUI
public import NativeViews

/// Calls handlers when the view or its content is touched.
public final class NativeTouchHandler: NativeView {
  /// The node, whose newest props have the handlers, even if those weren't applied.
  weak var node: AnyNode?
  /// The name that is read out.
  var accessibilityLabel: String?

  func offerSecondaryClick(_ isOffered: Bool) {
    guard isOffered != (onSecondaryClick != nil) else { return }
    onSecondaryClick = nil
    guard isOffered else { return }
    onSecondaryClick = { [weak self] _ in self?.handlers.fire(.secondaryClick) }
  }

  public override var handlesTouches: Bool { true }
  public override func touchBegan(_ touch: Touch) { handlers.fire(.touchDown) }
  public override func hoverDidChange(_ isHovered: Bool) {
    handlers.fire(isHovered ? .hoverBegan : .hoverEnded)
  }
  public override func touchCancelled(_ touch: Touch) { handlers.fire(.touchCancel) }

  public override func touchEnded(_ touch: Touch) {
    handlers.fire(touch.isInside ? .touchUpInside : .touchUpOutside)
  }

  public override var isFocusable: Bool { isButton }

  public override func activate() -> Bool {
    let handlers = handlers
    handlers.fire(.touchUpInside)
    return handlers.handles(.touchUpInside)
  }

  public override var accessibility: Accessibility {
    Accessibility(role: isButton ? .button : .none, label: accessibilityLabel)
  }

  private var isButton: Bool { handlers.handles(.touchUpInside) }

  private var handlers: HandlerTable<TouchHandlerEvent> {
    node?.latestProps(of: TouchHandler.self)?.handlers ?? [:]
  }
}
