/// Called when an update has ended, with those of all nodes below.
package typealias MiniatureCompletion = @MainActor () -> Void

/// A node whose description's type isn't known.
@MainActor
package protocol AnyMiniatureNode: AnyObject {
  var anyDescription: any AnyMiniatureDescription { get }
  var children: [any AnyMiniatureNode] { get }
  var anyNativeView: (any MiniaturePlatformView)? { get }

  /// Makes the native views of the node and of all below it, the node's first.
  func render(in container: any MiniaturePlatformView)

  /// Takes on a description of the same type.
  ///
  /// - Parameters:
  ///   - description: Which one.
  ///   - isForced: Whether it is taken on although it is equal.
  ///   - completion: Called when all of it is done.
  func update(
    with description: any AnyMiniatureDescription,
    isForced: Bool,
    completion: MiniatureCompletion?
  )
}

/// An element of the tree that stays from one description to the next, with its view.
@MainActor
package final class MiniatureNode<Description: MiniatureDescription>: AnyMiniatureNode {
  package private(set) var description: Description
  package private(set) var state: Description.NodeState
  package private(set) var children: [any AnyMiniatureNode] = []
  package private(set) var nativeView: Description.NativeView?

  // The renderer has the root, and with it every node.
  private unowned let renderer: MiniatureRenderer
  /// The state that `descriptionWillReceiveProps` has set.
  private var receivedState: Description.NodeState?
  private let dispatch: MiniatureDispatch

  package var anyDescription: any AnyMiniatureDescription { description }
  package var anyNativeView: (any MiniaturePlatformView)? { nativeView }

  /// Creates the node and all below it, without a view.
  init(_ description: Description, renderer: MiniatureRenderer) {
    self.renderer = renderer
    self.state = Description.NodeState()
    self.dispatch = renderer.dispatch
    self.description = Self.connected(description, in: renderer)
    for child in childrenDescriptions() { children.append(child.makeNode(in: renderer)) }
  }

  deinit { Description.didUnmount(props: description.props, dispatch: dispatch) }

  package func render(in container: any MiniaturePlatformView) {
    precondition(nativeView == nil, "\(Description.self) is rendered already")
    let view = Description.NativeView()
    nativeView = view
    container.addChild(view)
    apply(to: view)
    Description.didMount(props: description.props, dispatch: dispatch)
    for child in children { child.render(in: view) }
  }

  package func update(
    with description: any AnyMiniatureDescription,
    isForced: Bool,
    completion: MiniatureCompletion?
  ) {
    guard let description = description as? Description else {
      preconditionFailure("\(type(of: description)) is no \(Description.self)")
    }
    update(
      to: Self.connected(description, in: renderer),
      state: state,
      isForced: isForced,
      completion: completion
    )
  }

  /// Takes on another state of its own.
  package func update(state: Description.NodeState) {
    update(to: description, state: state, isForced: false, completion: nil)
  }

  private static func connected(
    _ description: Description,
    in renderer: MiniatureRenderer
  ) -> Description {
    guard let connected = Description.self as? any AnyConnectedMiniatureDescription.Type else {
      return description
    }
    guard let state = renderer.state else {
      preconditionFailure("\(Description.self) is connected, and its renderer has no state")
    }
    guard
      let props = connected.anyConnect(props: description.props, to: state) as? Description.Props
    else { preconditionFailure("\(Description.self) can't be connected to \(type(of: state))") }
    var description = description
    description.props = props
    return description
  }

  private var update: MiniatureUpdate<Description.NodeState> {
    { [weak self] state in Task { @MainActor in self?.update(state: state) } }
  }

  private func childrenDescriptions() -> [any AnyMiniatureDescription] {
    Description.childrenDescriptions(
      props: description.props,
      state: state,
      update: update,
      dispatch: dispatch
    )
  }

  private func apply(to view: Description.NativeView) {
    Description.applyPropsToNativeView(
      props: description.props,
      state: state,
      view: view,
      update: update
    )
  }
}

extension MiniatureNode {
  private func update(
    to next: Description,
    state nextState: Description.NodeState,
    isForced: Bool,
    completion: MiniatureCompletion?
  ) {
    let isWanted = Description.shouldUpdate(
      currentProps: description.props,
      nextProps: next.props,
      currentState: state,
      nextState: nextState
    )
    guard isForced || isWanted else {
      description = next
      state = nextState
      completion?()
      return
    }
    receivedState = nil
    if description.props != next.props {
      Description.descriptionWillReceiveProps(
        state: nextState,
        currentProps: description.props,
        nextProps: next.props
      ) { receivedState = $0 }
    }
    description = next
    state = receivedState ?? nextState
    updateChildren(completion: completion)
  }

  /// Updates the children that stay, creates those that come, and puts the native views in order.
  private func updateChildren(completion: MiniatureCompletion?) {
    let descriptions = childrenDescriptions()
    renderer.noteUpdate(of: self)
    var reusable = MiniatureReuse(children)
    // A part for each child and one for the node itself.
    var end: MiniatureCompletion?
    if let completion {
      let ending = MiniatureEnding(parts: descriptions.count + 1, completion)
      end = { ending.endPart() }
    }
    var nodes: [any AnyMiniatureNode] = []
    var added: [any AnyMiniatureNode] = []
    var indexes: [Int] = []
    for description in descriptions {
      if let (child, index) = reusable.popFirst(for: description) {
        child.update(with: description, isForced: false, completion: end)
        nodes.append(child)
        indexes.append(index)
      } else {
        let child = description.makeNode(in: renderer)
        indexes.append(children.count + added.count)
        nodes.append(child)
        added.append(child)
      }
    }
    children = nodes
    if let nativeView {
      apply(to: nativeView)
      for child in added { child.render(in: nativeView) }
      nativeView.arrangeChildren(by: indexes)
    }
    for _ in added { end?() }
    end?()
  }
}

/// Waits until all parts of an update have ended.
@MainActor
private final class MiniatureEnding {
  private var parts: Int
  private let completion: MiniatureCompletion

  init(parts: Int, _ completion: @escaping MiniatureCompletion) {
    self.parts = parts
    self.completion = completion
  }

  func endPart() {
    parts -= 1
    if parts == 0 { completion() }
  }
}
