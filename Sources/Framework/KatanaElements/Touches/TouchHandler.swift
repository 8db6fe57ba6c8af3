public import Foundation
public import KatanaUI
public import NativeViews

/// Handles touches on its content.
///
///     TouchHandler(props: .build { $0.handlers = [.touchUpInside: { dispatch(OpenProfile()) }] }) {
///       Image(props: portrait)
///       Label(props: name)
///     }
///
/// Source: docs/semantics/elements.md, E5.
public struct TouchHandler: NodeDescriptionWithChildren {
  /// Props of a touch handler.
  public struct Props: NodeDescriptionProps, Childrenable, Buildable {
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The children.
    public var children: NodeChildren = []
    /// Handlers by event.
    public var handlers: HandlerTable<TouchHandlerEvent> = [:]
    /// Distances from the edges within which touches don't count; negative ones enlarge the area.
    public var hitTestInsets: HitTestInsets = .zero
    /// The name that is read out, if it isn't the texts inside.
    public var accessibilityLabel: String?

    /// Makes the default props.
    public init() {}
  }

  /// The view that shows it.
  public typealias NativeView = NativeTouchHandler

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> NativeTouchHandler { NativeTouchHandler() }

  /// Whether anything but the handlers differs; events read those from the newest props.
  public static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) -> Bool {
    var next = nextProps
    next.handlers = currentProps.handlers
    return next != currentProps || !nextProps.handlers.handlesSameEvents(as: currentProps.handlers)
  }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeTouchHandler,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.alpha = props.alpha
    view.hitTestInsets = props.hitTestInsets
    view.accessibilityLabel = props.accessibilityLabel
    view.node = node
    view.offerSecondaryClick(props.handlers.handles(.secondaryClick))
    view.didChange(.accessibility)
  }
}
