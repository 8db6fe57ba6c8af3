import Foundation
public import Katana

/// A node whose props the store's state completes.
@MainActor
public final class ConnectedNode<Description: ConnectedNodeDescription>: Node<Description> {
  /// The description as the parent gave it.
  @safe @exclusivity(unchecked) @usableFromInline var given: Description
  /// `nil` without a store, or if its state has another type.
  @usableFromInline let connection: StoreConnection<Description.StoreState>?
  @usableFromInline var subscriptions: [Subscription] = []

  @inlinable
  init(connecting given: Description, in context: NodeContext) {
    self.given = given
    connection = context.renderer.connection as? StoreConnection<Description.StoreState>
    var connected = given
    var failure: (any Error)?
    do { try Description.complete(&connected, connection, context.renderer) } catch {
      failure = error
      connected = given
    }
    super.init(connected, in: context)
    if given.props.key != nil { flags.insert(.isKeyed) }
    subscribe()
    if let failure { fail(failure, in: .connect) }
  }

  override func refresh() { Description.refreshConnected(self) }

  override func update(again options: NodeUpdate) {
    Description.reconnect(self, nextState ?? currentState, options)
  }

  override func setFrame(_ frame: CGRect) {
    given.frame = frame
    super.setFrame(frame)
  }

  override func leave() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    super.leave()
  }

  @usableFromInline
  func subscribe() {
    guard let connection else { return tellOfMissingStore() }
    subscriptions = connection.subscribe(
      self,
      to: Description.reads(props: given.props),
      insteadOf: subscriptions
    )
  }

  private func tellOfMissingStore() {
    guard let connection = renderer?.connection else {
      return diagnose(
        "it is connected to \(Description.StoreState.self), and its renderer has no store",
        remedy: "give the renderer the store of that state"
      )
    }
    diagnose(
      "it is connected to \(Description.StoreState.self), and its renderer's store is of \(connection.stateName)",
      remedy: "give the renderer the store of the state that connect(props:to:) takes"
    )
  }
}

extension ConnectedNodeDescription {
  /// Makes the node with all nodes in it, without views.
  @inlinable
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = ConnectedNode(connecting: self, in: context)
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
    // SAFETY: as in `NodeDescription.update(_:with:)`; `makeNode` above makes the nodes of this type.
    let node = unsafe unsafeDowncast(node, to: ConnectedNode<Self>.self)
    guard !options.isLeaving else {
      // What a leaving node reads of the state may be gone, so it follows its ancestors only.
      var next = node.current
      next.frame = frame
      return Self.perform(node, next, node.nextState ?? node.currentState, options)
    }
    let isOther = node.given.props != props
    node.given = self
    if isOther { node.subscribe() }
    Self.reconnect(node, node.nextState ?? node.currentState, options)
  }

  /// Completes props from the state.
  @inlinable
  @MainActor static func complete(
    _ description: inout Self,
    _ connection: StoreConnection<StoreState>?,
    _ renderer: Renderer
  ) throws {
    guard let box = connection?.snapshot() else { return }
    renderer.tally.connected += 1
    try connect(props: &description.props, to: box.state)
  }

  /// Gives a node the props from its parent, completed from the current state.
  @inlinable
  @MainActor static func reconnect(
    _ node: ConnectedNode<Self>,
    _ state: StateType,
    _ options: NodeUpdate
  ) {
    guard let renderer = node.renderer else { return }
    var connected = node.given
    do {
      try complete(&connected, node.connection, renderer)
      node.succeed(in: .connect)
    } catch {
      node.fail(error, in: .connect)
      connected = node.current
    }
    perform(node, connected, state, options)
  }

  @inlinable
  @MainActor static func refreshConnected(_ node: ConnectedNode<Self>) {
    if node.flags.contains(.isOutOfDate) {
      reconnect(node, node.nextState ?? node.currentState, NodeUpdate())
    }
    refresh(node)
  }
}
