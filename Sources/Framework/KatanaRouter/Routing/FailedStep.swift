/// A step that failed, so that it isn't asked for again and again while nothing about it changes.
struct FailedStep {
  /// A parent has at most one step of each kind in a diff.
  struct Key: Hashable {
    enum Kind: CaseIterable {
      case pops
      case pushes
      case activation
      case update
    }

    let subject: Destination.ID?
    let kind: Kind
  }

  /// What was asked for; `nil` for an update.
  let step: RouteStep?
  /// What comes, with all that is under it, or the context: another one is worth another attempt.
  let wanted: [ObjectIdentifier]
  /// So that identifiers aren't used twice.
  private let wantedObjects: [AnyObject]
  var attempts = 1

  init(_ step: RouteStep) {
    self.step = step
    let nodes = step.pushedNodes
    wantedObjects = nodes
    wanted = nodes.map { ObjectIdentifier($0) }
  }

  init(updating destination: Destination) {
    step = nil
    wantedObjects = [destination.contents]
    wanted = [ObjectIdentifier(destination.contents)]
  }

  /// Whether nothing is asked for but what was asked for before, or what is left of it since some has come
  /// true.
  func isSame(as before: FailedStep) -> Bool {
    if step == before.step { return wanted == before.wanted }
    guard let parts = step?.parts, let partsBefore = before.step?.parts,
      parts.order == partsBefore.order
    else { return false }
    return Set(partsBefore.popped).isSuperset(of: parts.popped)
      && Set(before.wanted).isSuperset(of: wanted)
  }
}

extension RouteStep {
  var key: FailedStep.Key {
    let kind: FailedStep.Key.Kind =
      switch self {
      case .pop: .pops
      case .change(_, _, let pushed, _): pushed.isEmpty ? .pops : .pushes
      case .push, .reorder: .pushes
      case .changeActive: .activation
      }
    return FailedStep.Key(subject: parent?.id, kind: kind)
  }

  /// What goes, and where something comes, in which order; `nil` where neither goes or comes.
  fileprivate var parts: (popped: [Destination], order: DestinationList)? {
    switch self {
    case .push(_, _, let order): ([], order)
    case .pop(let popped, _): ([popped], DestinationList())
    case .change(_, let popped, let pushed, let order):
      (Array(popped), pushed.isEmpty ? DestinationList() : order)
    case .reorder, .changeActive: nil
    }
  }

  /// What comes, as nodes of the tree that is to be shown.
  fileprivate var pushedNodes: [TreeNode] {
    switch self {
    case .push(let pushed, _, let order):
      order.firstIndex(of: pushed).flatMap(order.node).map { [$0] } ?? []
    case .change(_, _, let pushed, _): pushed.indices.compactMap(pushed.node)
    case .pop, .reorder, .changeActive: []
    }
  }
}
