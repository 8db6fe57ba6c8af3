import FrameworkEvents
import Signposts

// The data of steps in a trace.
extension RouteStep {
  var traceKind: RouteStepKind {
    switch self {
    case .push: .push
    case .pop: .pop
    case .change: .change
    case .reorder: .reorder
    case .changeActive: .activate
    }
  }

  /// The name of the destination that comes, goes or becomes active, else of the parent; the type if it has a number, which would give each
  /// interval its own row.
  var traceName: String {
    let subject: Destination? =
      switch self {
      case .push(let pushed, _, _): pushed
      case .pop(let popped, _): popped
      case .change(let parent, let popped, let pushed, _): parent ?? pushed.first ?? popped.first
      case .reorder(let parent, _): parent
      case .changeActive(let active, let parent): active ?? parent
      }
    return subject.map { $0.userIdentifier ?? "\($0.routableType)" } ?? "nothing"
  }
}

extension RouteSteps {
  /// Ends the interval of the diff with the number of steps of each kind.
  func traceCounts(_ id: SignpostID) {
    var (pushes, pops, changes) = (0, 0, 0)
    for step in self {
      switch step {
      case .push: pushes += 1
      case .pop: pops += 1
      case .change: changes += 1
      case .reorder, .changeActive: continue
      }
    }
    KatanaTracepoints.routeDiffEnded(
      id: id,
      steps: count,
      pushes: pushes,
      pops: pops,
      changes: changes
    )
  }
}
