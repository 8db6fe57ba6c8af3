public import NativeViews

/// A description whose state is the environment of the tree that shows it: colour scheme, font, contrast and motion.
///
///     struct Card: EnvironmentNodeDescription {
///       var props: CardProps
///       static func childrenDescriptions(
///         props: CardProps, state: EnvironmentState,
///         update: @escaping (EnvironmentState) -> Void, dispatch: @escaping StoreDispatch
///       ) -> [any AnyNodeDescription] {
///         Label(props: .build {
///           $0.text = AttributedText(string: props.title)
///           $0.textColor = state.environment.textColor
///         })
///       }
///     }
///
/// The node updates in the frame in which the environment changes. It may be connected and have a layout, too. A description that applies
/// its props itself calls ``EnvironmentView/follow(_:_:)`` there.
///
/// Source: docs/semantics/ui.md, U24.
public protocol EnvironmentNodeDescription: NodeDescription
where NativeView == EnvironmentView, StateType == EnvironmentState {}

/// The state of an ``EnvironmentNodeDescription``.
public struct EnvironmentState: NodeDescriptionState {
  /// The environment of the tree that shows the node; until then, the fixed one.
  public var environment: ViewEnvironment

  /// Makes the state of a new node.
  public init() { environment = .fixed }

  /// Makes a state, such as for ``StateMockProvider``.
  public init(_ environment: ViewEnvironment) { self.environment = environment }
}

/// The view of an ``EnvironmentNodeDescription``.
public final class EnvironmentView: NativeView {
  private var update: (EnvironmentState) -> Void = { _ in }

  /// Keeps a node's state up to date with the environment; called when props are applied.
  public func follow(
    _ state: EnvironmentState,
    _ update: @escaping @Sendable (EnvironmentState) -> Void
  ) {
    self.update = update
    if tree != nil, environment != state.environment { update(EnvironmentState(environment)) }
  }

  /// Updates the node.
  public override func environmentDidChange() { update(EnvironmentState(environment)) }
}

extension EnvironmentNodeDescription {
  /// Makes the view.
  @MainActor public static func makeNativeView() -> EnvironmentView { EnvironmentView() }

  /// Sets frame and alpha, and follows the environment.
  @MainActor public static func applyPropsToNativeView(
    props: PropsType,
    state: EnvironmentState,
    view: EnvironmentView,
    update: @escaping @Sendable (EnvironmentState) -> Void,
    node: AnyNode
  ) throws {
    view.frame = props.frame
    view.alpha = props.alpha
    view.follow(state, update)
  }
}
