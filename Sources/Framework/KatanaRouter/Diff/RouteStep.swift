/// One step from one tree to the next, for the parent to carry out.
///
/// The parent is `nil` for the root. `order` has all children of the parent after this very step, so a layout needs nothing else; it is
/// empty if all of them go.
///
/// Source: docs/semantics/router.md, R10.
public enum RouteStep: Equatable, Sendable {
  /// A destination is shown; nothing else changes under its parent but the order.
  case push(Destination, under: Destination?, order: DestinationList)
  /// A destination goes; everything under it has gone before.
  case pop(Destination, from: Destination?)
  /// Several destinations go or come at once; those that stay under the parent are in neither list.
  case change(
    under: Destination?,
    pop: DestinationList,
    push: DestinationList,
    order: DestinationList
  )
  /// The children that stay have another order.
  case reorder(under: Destination, order: DestinationList)
  /// Another child becomes the active one, or none does; a pop of the active child implies it.
  ///
  /// For no active child there is a step only if the parent itself is active (a root is); otherwise nobody would see it.
  case changeActive(Destination?, of: Destination)
}

extension RouteStep {
  /// The parent that carries it out; `nil` if the root comes or goes.
  public var parent: Destination? {
    switch self {
    case .push(_, let parent, _), .pop(_, let parent), .change(let parent, _, _, _): parent
    case .reorder(let parent, _), .changeActive(_, let parent): parent
    }
  }

  /// Number of destinations that are pushed.
  public var pushCount: Int {
    switch self {
    case .push: 1
    case .change(_, _, let pushed, _): pushed.count
    case .pop, .reorder, .changeActive: 0
    }
  }

  /// Number of destinations that are popped.
  public var popCount: Int {
    switch self {
    case .pop: 1
    case .change(_, let popped, _, _): popped.count
    case .push, .reorder, .changeActive: 0
    }
  }

  var pushed: [Destination] {
    switch self {
    case .push(let pushed, _, _): [pushed]
    case .change(_, _, let pushed, _): Array(pushed)
    case .pop, .reorder, .changeActive: []
    }
  }

  var popped: [Destination] {
    switch self {
    case .pop(let popped, _): [popped]
    case .change(_, let popped, _, _): Array(popped)
    case .push, .reorder, .changeActive: []
    }
  }

  /// The order that the step carries, if any.
  var order: DestinationList? {
    switch self {
    case .push(_, _, let order), .change(_, _, _, let order), .reorder(_, let order): order
    case .pop, .changeActive: nil
    }
  }
}

extension RouteStep: CustomStringConvertible {
  /// The step in one line, such as `change A: pop [B], push [C], order [C, D]`.
  public var description: String {
    let name = { (destination: Destination?) in
      destination.map { $0.userIdentifier ?? "\($0.id)" } ?? "nothing"
    }
    switch self {
    case .push(let pushed, let parent, let order):
      return "push \(name(pushed)) under \(name(parent)), order \(order)"
    case .pop(let popped, let parent):
      return "pop \(name(popped)) from \(name(parent))"
    case .change(let parent, let popped, let pushed, let order):
      return "change \(name(parent)): pop \(popped), push \(pushed), order \(order)"
    case .reorder(let parent, let order):
      return "reorder \(name(parent)): \(order)"
    case .changeActive(let active, let parent):
      return "activate \(name(active)) of \(name(parent))"
    }
  }
}
