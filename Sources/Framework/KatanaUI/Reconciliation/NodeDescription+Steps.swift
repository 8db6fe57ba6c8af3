public import NativeViews
public import Plastic

// The steps of a node whose description's type is known; see ``Node``. Order of the calls:
// - Making a node: its children's descriptions, then those of its first child, and so on; no views.
// - Showing it: makes and inserts its view, applies its props, calls `didMount`, then the same for its children.
// - Updating it: `descriptionWillReceiveProps`, the children's descriptions, `didUnmount` of children that go, updates of those that stay,
//   its own props, and at last shows new children.
extension NodeDescription {
  /// Makes the node with all nodes in it, without views.
  @inlinable
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = Node(self, in: context)
    Self.makeChildren(of: node)
    return node
  }

  /// Gives the description to a node of its type.
  @inlinable
  @MainActor public func update(_ node: AnyNode, with options: NodeUpdate) {
    guard !node.isInUpdate else {
      return node.postpone(options) { update(node, with: options) }
    }
    if node.rare != nil { node.isDescribedAnew(options) }
    // SAFETY: nodes get descriptions of their own type only: `AnyNode.type` was compared.
    let node = unsafe unsafeDowncast(node, to: Node<Self>.self)
    Self.perform(node, self, node.nextState ?? node.currentState, options)
  }

  /// Applies a state that was set, and shows a fallback for what has failed.
  @inlinable
  @MainActor public static func refresh(_ node: Node<Self>) {
    guard node.nextState != nil || node.rare != nil else { return }
    guard !node.isInUpdate else {
      return node.postpone(NodeUpdate()) { refresh(node) }
    }
    if let state = node.nextState { perform(node, node.current, state, NodeUpdate()) }
    if node.decideFallback() {
      perform(node, node.current, node.nextState ?? node.currentState, NodeUpdate(isForced: true))
    }
  }

  /// Ends a node that is removed.
  @inlinable
  @MainActor public static func leave(_ node: Node<Self>) {
    node.nextState = nil
    guard let renderer = node.renderer else { return }
    didUnmount(props: node.current.props, dispatch: renderer.dispatch)
  }

  /// Gives other props and another state to a node that isn't updating.
  @inlinable
  @MainActor public static func perform(
    _ node: Node<Self>,
    _ next: Self,
    _ state: StateType,
    _ options: NodeUpdate
  ) {
    guard let renderer = node.renderer else { return }
    var state = renderer.mockedState(for: next) ?? state
    node.nextState = nil
    // Read once: each read from an object copies, and props may hold a dozen references.
    let (current, currentState) = (node.current, node.currentState)
    node.flags.remove(.isOutOfDate)
    guard
      options.isForced
        || shouldUpdate(
          currentProps: current.props,
          nextProps: next.props,
          currentState: currentState,
          nextState: state
        )
    else {
      node.current = next
      node.currentState = state
      return
    }
    if current.props != next.props {
      node.flags.insert(.isReceivingProps)
      descriptionWillReceiveProps(
        state: state,
        currentProps: current.props,
        nextProps: next.props,
        dispatch: renderer.dispatch,
        update: { [node] in node.setState($0) }
      )
      node.flags.remove(.isReceivingProps)
      if let replaced = node.nextState {
        state = renderer.mockedState(for: next) ?? replaced
        node.nextState = nil
      }
    }
    var animations: AnimationTable?
    if options.asksDescription, node.view != nil {
      var container = ChildrenAnimations<Keys>()
      updateChildrenAnimations(
        container: &container,
        currentProps: current.props,
        nextProps: next.props,
        currentState: currentState,
        nextState: state
      )
      if container.shouldAnimate { animations = container.storedTable }
    }
    node.current = next
    node.currentState = state
    renderer.tally.updated += 1
    if let rare = node.rare { rare.fallback.beginUpdate(isLeaving: options.isLeaving) }
    node.flags.insert(.isUpdating)
    // If describing the children fails, the node keeps those it has.
    let descriptions = describeChildren(of: node)
    if let descriptions, !descriptions.isEmpty || !node.children.isEmpty {
      if animations != nil || node.isInTransition {
        node.transition(to: descriptions, by: animations, options) { view in
          apply(node, to: view)
        }
      } else {
        let edits = node.matchChildren(with: descriptions, options)
        if let view = node.view {
          show(node, view, options)
          node.placeChildren(edits, in: childrenContainer(of: view))
        }
      }
    } else if let view = node.view {
      show(node, view, options)
    }
    node.flags.remove(.isUpdating)
  }

  /// Makes the nodes of a new node's children.
  @inlinable
  @MainActor static func makeChildren(of node: Node<Self>) {
    node.flags.insert(.isUpdating)
    if let descriptions = describeChildren(of: node), !descriptions.isEmpty {
      node.makeChildren(descriptions)
    }
    node.flags.remove(.isUpdating)
  }

  /// The children's descriptions, laid out; `nil` if making them fails.
  @inlinable
  @MainActor static func describeChildren(of node: Node<Self>) -> [any AnyNodeDescription]? {
    guard let renderer = node.renderer else { return nil }
    var descriptions: [any AnyNodeDescription]
    if let error = node.rare?.fallback.shown {
      descriptions = fallback(for: error, props: node.current.props, state: node.currentState)
    } else {
      do {
        descriptions = try childrenDescriptions(
          props: node.current.props,
          state: node.currentState,
          update: { [node] in node.setState($0) },
          dispatch: renderer.dispatch
        )
        node.succeed(in: .childrenDescriptions)
      } catch {
        node.fail(error, in: .childrenDescriptions)
        return nil
      }
    }
    if !descriptions.isEmpty {
      do { try layOut(&descriptions, of: node) } catch { node.fail(error, in: .layout) }
    }
    return descriptions
  }

  /// Makes the node's view, inserts it, and shows the children.
  @inlinable
  @MainActor public static func show(
    _ node: Node<Self>,
    in container: NativeViews.NativeView,
    after sibling: NativeViews.NativeView?
  ) {
    let view = makeNativeView()
    node.view = view
    node.flags.insert(.isShown)
    if let key = node.current.props.key { view.key = key }
    container.insert(view, after: sibling)
    apply(node, to: view)
    if let renderer = node.renderer {
      didMount(props: node.current.props, dispatch: renderer.dispatch)
    }
    if !node.children.isEmpty { node.showChildren(in: childrenContainer(of: view)) }
  }

  /// Applies props and state to a view, animated as the update says.
  @inlinable
  @MainActor static func show(
    _ node: Node<Self>,
    _ view: NativeViews.NativeView,
    _ options: NodeUpdate
  ) {
    if options.motion == nil {
      apply(node, to: view)
    } else {
      node.show(options) { apply(node, to: view) }
    }
  }

  /// Applies props and state to a view.
  @inlinable
  @MainActor static func apply(_ node: Node<Self>, to view: NativeViews.NativeView) {
    // SAFETY: `show` made the view.
    let view = unsafe unsafeDowncast(view, to: NativeView.self)
    do {
      try applyPropsToNativeView(
        props: node.current.props,
        state: node.currentState,
        view: view,
        update: { [node] in node.setState($0) },
        node: node
      )
      node.succeed(in: .applyPropsToNativeView)
    } catch {
      node.fail(error, in: .applyPropsToNativeView)
    }
    handOutRef(to: view, props: node.current.props)
  }
}

// MARK: Additions of other protocols

extension NodeDescription {
  /// Does nothing: the description has no layout.
  @inlinable
  @MainActor public static func layOut(
    _ descriptions: inout [any AnyNodeDescription],
    of node: Node<Self>
  ) throws {}

  /// The view itself.
  @inlinable
  @MainActor public static func childrenContainer(
    of view: NativeViews.NativeView
  ) -> NativeViews.NativeView { view }

  /// False: the description has no layout.
  @inlinable public static var hasLayout: Bool { false }
  /// The reference size that the description declares, or none.
  @inlinable public static var layoutReferenceSize: ReferenceSize? { nil }
  /// False: the description has no fallback.
  @inlinable public static var isErrorBoundary: Bool { false }

  /// Descriptions in place of what has failed.
  @inlinable
  public static func fallback(
    for error: any Error,
    props: PropsType,
    state: StateType
  ) -> [any AnyNodeDescription] { [] }

  /// Does nothing: the description hands out no reference.
  @inlinable
  @MainActor public static func handOutRef(to view: NativeView, props: PropsType) {}
}

extension NodeDescription where Self: PlasticReferenceSizeable {
  /// The reference size that the description declares, or none.
  @inlinable public static var layoutReferenceSize: ReferenceSize? { try? ReferenceSize(of: self) }
}

extension ErrorBoundary {
  /// True: the description has a fallback.
  @inlinable public static var isErrorBoundary: Bool { true }

  /// Descriptions in place of what has failed.
  @inlinable
  public static func fallback(
    for error: any Error,
    props: PropsType,
    state: StateType
  ) -> [any AnyNodeDescription] {
    fallbackDescriptions(for: error, props: props, state: state)
  }
}

extension NodeDescriptionWithRef {
  /// Hands out a reference to the view.
  @inlinable
  @MainActor public static func handOutRef(to view: NativeView, props: PropsType) {
    if let callback = props.refCallback { callback(view.ref) }
  }
}
