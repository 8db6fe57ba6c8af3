public import CSignposts
package import Signposts

// Events of a router.
extension KatanaTracepoints {
  /// Two trees of destinations are about to be compared.
  ///
  /// - Returns: The id for `routeDiffEnded(id:steps:pushes:pops:changes:)`; `none` if nobody records.
  package static func routeDiffBegan(
    parent: SignpostID,
    oldCount: Int,
    newCount: Int
  ) -> SignpostID {
    guard csignposts_katana_route_diff_begin_enabled() else { return .none }
    let id = SignpostID.makeUnique()
    csignposts_katana_route_diff_begin(
      id.rawValue,
      parent.rawValue,
      UInt32(clamping: oldCount),
      UInt32(clamping: newCount)
    )
    emitCPUTime(of: id)
    return id
  }

  /// Two trees of destinations were compared.
  ///
  /// - Parameters:
  ///   - id: The id from the begin.
  ///   - steps: The number of steps from one to the other.
  ///   - pushes: How many of them push one destination.
  ///   - pops: How many of them pop one.
  ///   - changes: How many of them push or pop several. The rest reorder or activate.
  package static func routeDiffEnded(
    id: SignpostID,
    steps: Int,
    pushes: Int,
    pops: Int,
    changes: Int
  ) {
    guard id != .none else { return }
    emitCPUTime(of: id)
    guard csignposts_katana_route_diff_end_enabled() else { return }
    csignposts_katana_route_diff_end(
      id.rawValue,
      UInt32(clamping: steps),
      UInt32(clamping: pushes),
      UInt32(clamping: pops),
      UInt32(clamping: changes)
    )
  }

  /// Whether a session takes the begin of a router's step.
  @inlinable
  @inline(__always)
  package static var isRouteStepRecorded: Bool { csignposts_katana_route_step_begin_enabled() }

  /// A step of a router begins.
  ///
  /// - Parameters:
  ///   - parent: The interval that the step is a part of.
  ///   - kind: What the step does.
  ///   - name: The destination that it is about: its name, or what it leads to. Any text.
  ///   - pushed: How many destinations come.
  ///   - popped: How many destinations go.
  /// - Returns: The id for `routeStepEnded(id:outcome:)`; `none` if nobody records.
  package static func routeStepBegan(
    parent: SignpostID,
    kind: RouteStepKind,
    name: @autoclosure () -> String,
    pushed: Int,
    popped: Int
  ) -> SignpostID {
    guard csignposts_katana_route_step_begin_enabled() else { return .none }
    let id = SignpostID.makeUnique()
    unsafe TraceText.with(name()) { name in
      unsafe kind.traceName.withTraceCString { kind in
        unsafe csignposts_katana_route_step_begin_text(
          id.rawValue,
          parent.rawValue,
          kind,
          name,
          UInt32(clamping: pushed),
          UInt32(clamping: popped)
        )
      }
    }
    emitCPUTime(of: id)
    return id
  }

  package static func routeStepEnded(id: SignpostID, outcome: RouteStepOutcome) {
    guard id != .none else { return }
    emitCPUTime(of: id)
    guard csignposts_katana_route_step_end_enabled() else { return }
    unsafe outcome.traceName.withTraceCString {
      unsafe csignposts_katana_route_step_end(id.rawValue, $0)
    }
  }
}

package enum RouteStepKind: Sendable {
  /// One destination comes.
  case push
  /// One destination goes.
  case pop
  /// Several come or go at once.
  case change
  /// The remaining destinations get another order.
  case reorder
  /// Another destination becomes the active one, or none is.
  case activate

  var traceName: StaticString {
    switch self {
    case .push: "push"
    case .pop: "pop"
    case .change: "change"
    case .reorder: "reorder"
    case .activate: "activate"
    }
  }
}

/// How a step of a router has ended.
package enum RouteStepOutcome: Sendable {
  /// All of it has happened.
  case success
  /// The routable that was asked threw.
  case failure
  /// The routable that was asked did not answer in time.
  case timeout
  /// It has happened, but what a destination leads to is missing or of a wrong type.
  case incomplete
  /// Nobody could be asked, because the parent is not shown.
  case unrealized

  var traceName: StaticString {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .timeout: "timeout"
    case .incomplete: "incomplete"
    case .unrealized: "unrealized"
    }
  }
}
