public import Foundation
public import Katana
public import NativeViews
public import Plastic

/// A piece of user interface, described by props and an internal state: its view, and its children.
///
///     struct Title: NodeDescription {
///       struct Props: NodeDescriptionProps, Buildable {
///         var text = ""
///         var frame = CGRect.zero
///         var alpha: CGFloat = 1
///         var key: String?
///       }
///       var props: Props
///       static func childrenDescriptions(
///         props: Props, state: EmptyState,
///         update: @escaping (EmptyState) -> Void, dispatch: @escaping StoreDispatch
///       ) -> [any AnyNodeDescription] {
///         Label(props: .build { $0.text = "\(props.text)" })
///       }
///     }
///
/// A node keeps its description until the next one. All functions are static. Those that make descriptions are pure and run on any thread;
/// those that touch views run on the main actor.
///
/// An error from a throwing function becomes a diagnosis, and the rest of the tree continues; see ``ErrorBoundary``.
///
/// Source: docs/semantics/ui.md, U1.
public protocol NodeDescription: AnyNodeDescription {
  /// Type of the view that shows the node.
  associatedtype NativeView: NativeViews.NativeView = NativeViews.NativeView
  /// Type of the values from outside.
  associatedtype PropsType: NodeDescriptionProps = EmptyProps
  /// Type of what only the node knows, such as whether a button is pressed.
  associatedtype StateType: NodeDescriptionState = EmptyState
  /// Keys of the children, for layouts and animations.
  associatedtype Keys: Hashable & Sendable = EmptyKeys

  /// The props.
  var props: PropsType { get set }

  /// Makes the view, by default a plain one; ``applyPropsToNativeView(props:state:view:update:node:)`` sets its properties.
  @MainActor static func makeNativeView() -> NativeView

  /// Applies the props and the state to the view, when it is made and at each update.
  ///
  /// The default sets frame and alpha.
  ///
  /// - Parameters:
  ///   - props: The newest props.
  ///   - state: The newest state.
  ///   - view: The node's view.
  ///   - update: Sets the node's state; the node updates later in the same frame, or in the next.
  ///   - node: The node, whose ``AnyNode/plasticMultiplier`` scales radii and fonts.
  /// - Throws: What is wrong; the view then stays as it is.
  @MainActor static func applyPropsToNativeView(
    props: PropsType,
    state: StateType,
    view: NativeView,
    update: @escaping @Sendable (StateType) -> Void,
    node: AnyNode
  ) throws

  /// The children: listed one below the other, or returned as an array.
  ///
  /// It has no default, so that an implementation with wrong types or labels doesn't compile. A description without children adopts
  /// ``NodeDescriptionWithoutChildren``.
  ///
  /// - Parameters:
  ///   - props: The newest props.
  ///   - state: The newest state.
  ///   - update: Sets the node's state, from any thread.
  ///   - dispatch: Hands an item to the store.
  /// - Returns: The children, in order.
  /// - Throws: What is wrong; the node then keeps its children.
  @NodeDescriptionBuilder static func childrenDescriptions(
    props: PropsType,
    state: StateType,
    update: @escaping @Sendable (StateType) -> Void,
    dispatch: @escaping StoreDispatch
  ) throws -> [any AnyNodeDescription]

  /// Whether other props or another state require an update; by default, if they differ.
  ///
  /// The node takes the new ones in any case.
  static func shouldUpdate(
    currentProps: PropsType,
    nextProps: PropsType,
    currentState: StateType,
    nextState: StateType
  ) -> Bool

  /// Called before an update with other props; a state set during the call takes effect in this very update.
  @MainActor static func descriptionWillReceiveProps(
    state: StateType,
    currentProps: PropsType,
    nextProps: PropsType,
    dispatch: @escaping StoreDispatch,
    update: @escaping @Sendable (StateType) -> Void
  )

  /// Called once, after the node's view was made and before its children's views are.
  @MainActor static func didMount(props: PropsType, dispatch: @escaping StoreDispatch)

  /// Called once, when the node is removed, before its children's; also if the node was never shown.
  @MainActor static func didUnmount(props: PropsType, dispatch: @escaping StoreDispatch)

  /// Declares how children appear, change and disappear in an update.
  @MainActor static func updateChildrenAnimations(
    container: inout ChildrenAnimations<Keys>,
    currentProps: PropsType,
    nextProps: PropsType,
    currentState: StateType,
    nextState: StateType
  )

  // MARK: Steps

  // Implemented for all descriptions; programs don't implement them. They are requirements because the compiler specializes a requirement's
  // default for each description, with all types known.

  /// Makes the node's view, inserts it, and shows the children.
  @MainActor static func show(
    _ node: Node<Self>,
    in container: NativeViews.NativeView,
    after sibling: NativeViews.NativeView?
  )
  /// Applies a state that was set, and the current state of the store.
  @MainActor static func refresh(_ node: Node<Self>)
  /// Ends a node that is removed.
  @MainActor static func leave(_ node: Node<Self>)
  /// Gives a node other props and another state.
  @MainActor static func perform(
    _ node: Node<Self>,
    _ next: Self,
    _ state: StateType,
    _ options: NodeUpdate
  )
  /// Writes the children's frames, if the description has a layout.
  @MainActor static func layOut(
    _ descriptions: inout [any AnyNodeDescription],
    of node: Node<Self>
  ) throws
  /// The container of the children's views: the node's own view, or one in it, such as the content of a scroll view.
  @MainActor static func childrenContainer(
    of view: NativeViews.NativeView
  ) -> NativeViews.NativeView
  /// Whether a layout places the children.
  static var hasLayout: Bool { get }
  /// The reference size of `PlasticReferenceSizeable`.
  static var layoutReferenceSize: ReferenceSize? { get }
  /// Whether the node shows a fallback in place of failed children.
  static var isErrorBoundary: Bool { get }
  /// The descriptions of ``ErrorBoundary``.
  static func fallback(
    for error: any Error,
    props: PropsType,
    state: StateType
  ) -> [any AnyNodeDescription]
  /// Hands out the reference of ``NodeDescriptionWithRef``.
  @MainActor static func handOutRef(to view: NativeView, props: PropsType)
}

/// Hands an item to the store; returns at once.
public typealias StoreDispatch = @Sendable (any Dispatchable) -> Void

extension NodeDescription where NativeView == NativeViews.NativeView {
  /// Makes a plain view.
  @inlinable
  @MainActor public static func makeNativeView() -> NativeView { NativeView() }
}

extension NodeDescription {
  /// Sets frame and alpha.
  @inlinable
  @MainActor public static func applyPropsToNativeView(
    props: PropsType,
    state: StateType,
    view: NativeView,
    update: @escaping @Sendable (StateType) -> Void,
    node: AnyNode
  ) throws {
    view.frame = props.frame
    view.alpha = props.alpha
  }

  /// Whether props or states differ.
  @inlinable
  public static func shouldUpdate(
    currentProps: PropsType,
    nextProps: PropsType,
    currentState: StateType,
    nextState: StateType
  ) -> Bool {
    currentProps != nextProps || currentState != nextState
  }

  /// Does nothing.
  @inlinable
  @MainActor public static func descriptionWillReceiveProps(
    state: StateType,
    currentProps: PropsType,
    nextProps: PropsType,
    dispatch: @escaping StoreDispatch,
    update: @escaping @Sendable (StateType) -> Void
  ) {}

  /// Does nothing.
  @inlinable
  @MainActor public static func didMount(props: PropsType, dispatch: @escaping StoreDispatch) {}

  /// Does nothing.
  @inlinable
  @MainActor public static func didUnmount(props: PropsType, dispatch: @escaping StoreDispatch) {}

  /// Animates nothing.
  @inlinable
  @MainActor public static func updateChildrenAnimations(
    container: inout ChildrenAnimations<Keys>,
    currentProps: PropsType,
    nextProps: PropsType,
    currentState: StateType,
    nextState: StateType
  ) {}
}

extension NodeDescription {
  /// The props, of whatever type.
  @inlinable public var anyProps: any NodeDescriptionProps { props }
  /// Distinguishes the node from its siblings of the same type.
  @inlinable public var key: String? { props.key }
  /// Frame in the parent.
  @inlinable public var frame: CGRect {
    get { props.frame }
    set { props.frame = newValue }
  }

  /// Whether a node has the type and the key.
  @inlinable
  @MainActor public func corresponds(to node: AnyNode) -> Bool {
    guard node.type == ObjectIdentifier(Self.self), node.departureNumber == 0 else { return false }
    // SAFETY: the type was compared.
    let node = unsafe unsafeDowncast(node, to: Node<Self>.self)
    return node.current.props.key == key
  }

  /// Whether both have the same type and equal props.
  @inlinable
  public func isEqual(to other: any AnyNodeDescription) -> Bool {
    if let other = other as? Self { return props == other.props }
    if let other = other as? Element { return other.isEqual(to: self) }
    return false
  }
}
