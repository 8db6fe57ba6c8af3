import NativeViews

/// The departure of a node, which its parent shows until its animation ends.
struct Departure {
  /// The animations after which the node is removed.
  let group: UpdateGroup
  /// Whether the view took part in user interaction before.
  let wasInteractive: Bool
  /// The accessibility that the program set for the view before.
  let accessibility: Accessibility?
}

// A leaving node is a snapshot of the past: it isn't connected, updated, touched or found any more.
//
// Source: docs/semantics/ui.md, N8.
extension AnyNode {
  /// Distinguishes a leaving node from others with the same key; 0 for nodes that stay.
  @inlinable final var departureNumber: Int { rare?.departureNumber ?? 0 }

  /// The node's identity among its siblings.
  final var identity: NodeIdentity {
    NodeIdentity(type: type, key: key, departure: departureNumber)
  }

  /// Numbers the children that leave in a new list, and takes back the numbers of those that return.
  final func matchDepartures(with descriptions: [any AnyNodeDescription]) {
    let departures = Set(descriptions.lazy.map(\.departure).filter { $0 != 0 })
    guard !departures.isEmpty || children.contains(where: { $0.departureNumber != 0 }) else {
      return
    }
    var present: [NodeIdentity: [AnyNode]] = [:]
    for child in children where child.departureNumber == 0 {
      present[child.identity, default: []].append(child)
    }
    var missing: [NodeIdentity: Int] = present.mapValues { -$0.count }
    let known = Set(children.lazy.map(\.departureNumber))
    for description in descriptions {
      guard let child = description as? ChildInTransition, child.departure != 0 else {
        missing[description.identity, default: 0] += 1
        continue
      }
      guard !known.contains(child.departure), case .leaves(_, let number) = child.role,
        let nodes = present[child.inner.identity], number < nodes.count
      else { continue }
      nodes[number].rareParts.departureNumber = child.departure
      missing[child.inner.identity, default: 0] += 1
    }
    for child in children {
      guard let rare = child.rare, rare.departureNumber != 0,
        !departures.contains(rare.departureNumber)
      else { continue }
      let identity = NodeIdentity(type: child.type, key: child.key, departure: 0)
      guard let count = missing[identity], count > 0 else { continue }
      missing[identity] = count - 1
      rare.departureNumber = 0
    }
  }

  /// Whether the node or one of its ancestors is leaving.
  ///
  /// Complexity: O(depth).
  final var isLeaving: Bool {
    var node: AnyNode? = self
    while let current = node {
      if current.rare?.departure != nil { return true }
      node = current.parent
    }
    return false
  }

  /// Starts the departure of a node; a node that is leaving already stays as it is.
  final func beginLeaving(
    with description: any AnyNodeDescription,
    until group: UpdateGroup,
    _ options: NodeUpdate
  ) {
    guard rare?.departure == nil, let renderer else { return }
    memo = nil
    let motion = UpdateMotion(
      animation: options.motion?.animation,
      isLeaving: true,
      group: options.motion?.group
    )
    performLeaving(with: description, NodeUpdate(isForced: false, motion: motion))
    // Afterwards, since `performLeaving` may set the same properties.
    rareParts.departure = Departure(
      group: group,
      wasInteractive: view?.isUserInteractionEnabled ?? true,
      accessibility: view?.accessibilityOverride
    )
    renderer.leavingCount += 1
    guard let view else { return }
    view.isUserInteractionEnabled = false
    var accessibility = view.effectiveAccessibility
    accessibility.isHidden = true
    view.accessibilityOverride = accessibility
    if let tree = view.tree { tree.endInput(in: view) }
  }

  /// Called before the node gets a description: a leaving node returns.
  @usableFromInline
  final func isDescribedAnew(_ options: NodeUpdate) {
    memo = nil
    guard !options.isLeaving, let departure = rare?.departure else { return }
    rare?.departure = nil
    rare?.departureNumber = 0
    renderer?.leavingCount -= 1
    view?.isUserInteractionEnabled = departure.wasInteractive
    view?.accessibilityOverride = departure.accessibility
    catchUp()
  }

  /// Makes each node catch up on updates it skipped while leaving, later in the same flush.
  private func catchUp() {
    renderer?.enqueue(self)
    if let rare, !rare.failures.isEmpty { askForFallback() }
    for child in children { child.catchUp() }
    for child in managedChildren { child.catchUp() }
  }
}
