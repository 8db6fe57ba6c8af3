import KatanaUI
public import NativeViews

/// Calls handlers when it, or what is in it, is touched.
public final class NativeTouchHandler: NativeView {
  /// Handlers as they are when an event comes: those of a node's newest props, which need not have been applied.
  var latestHandlers: () -> HandlerTable<TouchHandlerEvent> = { [:] }
  /// The name that is read out.
  var accessibilityLabel: String?

  public override var handlesTouches: Bool { true }
  public override func touchBegan(_ touch: Touch) { fire(.touchDown) }
  public override func touchCancelled(_ touch: Touch) { fire(.touchCancel) }

  public override func touchEnded(_ touch: Touch) {
    fire(touch.isInside ? .touchUpInside : .touchUpOutside)
  }

  public override var isFocusable: Bool { isButton }

  public override func activate() -> Bool {
    let handlers = latestHandlers()
    handlers.fire(.touchUpInside)
    return handlers.handles(.touchUpInside)
  }

  public override var accessibility: Accessibility {
    Accessibility(role: isButton ? .button : .none, label: accessibilityLabel)
  }

  private var isButton: Bool { latestHandlers().handles(.touchUpInside) }

  private func fire(_ event: TouchHandlerEvent) { latestHandlers().fire(event) }
}
