public import Foundation
public import KatanaUI
public import NativeViews

/// Handles touches of what is in it.
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
    /// Place in the parent.
    public var frame = CGRect.zero
    /// The name that tells it from siblings of the same type, and by which layouts find it.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The children.
    public var children: NodeChildren = []
    /// Handlers by the events that they handle.
    public var handlers: HandlerTable<TouchHandlerEvent> = [:]
    /// Distances from the edges within which nothing is touched; negative ones make the area larger.
    public var hitTestInsets: HitTestInsets = .zero
    /// The name that is read out, where it isn't the texts in it.
    public var accessibilityLabel: String?

    /// Makes the default props.
    public init() {}
  }

  /// The view that shows it.
  public typealias NativeView = NativeTouchHandler

  /// The props.
  public var props: Props

  /// Makes a description of props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> NativeTouchHandler { NativeTouchHandler() }

  /// Whether anything but the handlers differs, which are asked for when an event comes.
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

  /// Gives the view what the props say.
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
    view.didChange(.accessibility)
  }
}
