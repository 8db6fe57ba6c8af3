public import CSignposts

// What a router does.
extension KatanaTracepoints {
  /// Two trees of destinations are about to be compared.
  ///
  /// - Returns: What `routeDiffEnded(id:steps:pushes:pops:changes:)` wants; `none` if nobody records.
  public static func routeDiffBegan(
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
  ///   - id: What the begin has returned.
  ///   - steps: How many steps lead from the one to the other.
  ///   - pushes: How many of them push one destination.
  ///   - pops: How many of them pop one.
  ///   - changes: How many of them push or pop several. What remains reorders or activates.
  public static func routeDiffEnded(
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
  public static var isRouteStepRecorded: Bool { csignposts_katana_route_step_begin_enabled() }

  /// A step of a router begins.
  ///
  /// - Parameters:
  ///   - parent: What the step is a part of.
  ///   - kind: What the step does.
  ///   - name: The destination that it is about: its name, or what it leads to. Any text.
  ///   - pushed: How many destinations come.
  ///   - popped: How many destinations go.
  /// - Returns: What `routeStepEnded(id:outcome:)` wants; `none` if nobody records.
  public static func routeStepBegan(
    parent: SignpostID,
    kind: RouteStepKind,
    name: @autoclosure () -> String,
    pushed: Int,
    popped: Int
  ) -> SignpostID {
    guard csignposts_katana_route_step_begin_enabled() else { return .none }
    let id = SignpostID.makeUnique()
    TraceText.with(name()) { name in
      kind.traceName.withTraceCString { kind in
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

  /// A step of a router has ended.
  public static func routeStepEnded(id: SignpostID, outcome: RouteStepOutcome) {
    guard id != .none else { return }
    emitCPUTime(of: id)
    guard csignposts_katana_route_step_end_enabled() else { return }
    outcome.traceName.withTraceCString {
      unsafe csignposts_katana_route_step_end(id.rawValue, $0)
    }
  }
}
