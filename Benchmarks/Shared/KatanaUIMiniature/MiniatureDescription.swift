/// Sets the state of a node, from anywhere, on the main actor.
package typealias MiniatureUpdate<NodeState: MiniatureNodeState> = @Sendable (NodeState) -> Void

/// Dispatches something to the store.
package typealias MiniatureDispatch = @Sendable (any Sendable) -> Void

/// Props of a node: all have a frame, an opacity and maybe a key.
package protocol MiniatureProps: Equatable, Sendable {
  var frame: MiniatureFrame { get set }
  var alpha: Double { get set }
  var key: String? { get set }
}

extension MiniatureProps {
  /// Makes the key of a value, by its text, as the original does.
  package mutating func setKey<Key>(_ key: Key) { self.key = "\(key)" }
}

/// The part of a node that lasts from one update to the next.
package protocol MiniatureNodeState: Equatable, Sendable {
  init()
}

/// The state of a node that has none.
package struct MiniatureEmptyState: MiniatureNodeState {
  package init() {}
}

/// A description whose types aren't known: children are an array of these.
package protocol AnyMiniatureDescription: Sendable {
  var anyProps: any MiniatureProps { get }
  /// Which nodes may be reused for it: those whose description has the same.
  var replaceKey: Int { get }

  @MainActor
  func makeNode(in renderer: MiniatureRenderer) -> any AnyMiniatureNode
}

/// A description of a node: its props, and how native view and children follow from them.
package protocol MiniatureDescription: AnyMiniatureDescription {
  associatedtype Props: MiniatureProps
  associatedtype NodeState: MiniatureNodeState = MiniatureEmptyState
  associatedtype NativeView: MiniaturePlatformView = MiniatureNativeView

  var props: Props { get set }

  @MainActor
  static func applyPropsToNativeView(
    props: Props,
    state: NodeState,
    view: NativeView,
    update: @escaping MiniatureUpdate<NodeState>
  )

  @MainActor
  static func childrenDescriptions(
    props: Props,
    state: NodeState,
    update: @escaping MiniatureUpdate<NodeState>,
    dispatch: @escaping MiniatureDispatch
  ) -> [any AnyMiniatureDescription]

  @MainActor
  static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: NodeState,
    nextState: NodeState
  ) -> Bool

  /// A state that is set in here is that of the update that has begun.
  @MainActor
  static func descriptionWillReceiveProps(
    state: NodeState,
    currentProps: Props,
    nextProps: Props,
    update: @MainActor (NodeState) -> Void
  )

  @MainActor
  static func didMount(props: Props, dispatch: @escaping MiniatureDispatch)

  static func didUnmount(props: Props, dispatch: @escaping MiniatureDispatch)
}

extension MiniatureDescription {
  package var anyProps: any MiniatureProps { props }

  package var replaceKey: Int {
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(Self.self))
    if let key = props.key { hasher.combine(key) }
    return hasher.finalize()
  }

  @MainActor
  package func makeNode(in renderer: MiniatureRenderer) -> any AnyMiniatureNode {
    MiniatureNode(self, renderer: renderer)
  }

  @MainActor
  package static func applyPropsToNativeView(
    props: Props,
    state: NodeState,
    view: NativeView,
    update: @escaping MiniatureUpdate<NodeState>
  ) {
    view.frame = props.frame
    view.alpha = props.alpha
  }

  @MainActor
  package static func childrenDescriptions(
    props: Props,
    state: NodeState,
    update: @escaping MiniatureUpdate<NodeState>,
    dispatch: @escaping MiniatureDispatch
  ) -> [any AnyMiniatureDescription] {
    []
  }

  @MainActor
  package static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: NodeState,
    nextState: NodeState
  ) -> Bool {
    currentProps != nextProps || currentState != nextState
  }

  @MainActor
  package static func descriptionWillReceiveProps(
    state: NodeState,
    currentProps: Props,
    nextProps: Props,
    update: @MainActor (NodeState) -> Void
  ) {}

  @MainActor
  package static func didMount(props: Props, dispatch: @escaping MiniatureDispatch) {}

  package static func didUnmount(props: Props, dispatch: @escaping MiniatureDispatch) {}
}

/// A connected description whose types aren't known.
package protocol AnyConnectedMiniatureDescription: AnyMiniatureDescription {
  /// The props with what the state adds to them; `nil` if either has another type.
  @MainActor
  static func anyConnect(props: any MiniatureProps, to state: any Sendable) -> (any MiniatureProps)?
}

/// A description that takes a part of its props from the store's state.
package protocol ConnectedMiniatureDescription: MiniatureDescription,
  AnyConnectedMiniatureDescription
{
  associatedtype StoreState: Sendable

  @MainActor
  static func connect(props: inout Props, to state: StoreState)
}

extension ConnectedMiniatureDescription {
  @MainActor
  package static func anyConnect(
    props: any MiniatureProps,
    to state: any Sendable
  ) -> (any MiniatureProps)? {
    guard var props = props as? Props, let state = state as? StoreState else { return nil }
    connect(props: &props, to: state)
    return props
  }
}
