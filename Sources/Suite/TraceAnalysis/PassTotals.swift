/// What the framework's passes have done in all, as their events say.
public struct PassTotals: Sendable, Codable, Equatable {
  /// How often listeners were called, by `katana:listeners_begin`.
  public var listenerCalls: UInt64 = 0
  /// How many changes led from one route to the next, by `katana:route_diff_end`.
  public var routeActions: UInt64 = 0
  /// How many destinations were shown, by `katana:route_step_begin`; `nil` if no step was, and in files
  /// of before.
  public var pushedDestinations: UInt64?
  /// How many destinations were taken away; `nil` as above.
  public var poppedDestinations: UInt64?
  /// How many views were laid out, by `katana:layout_begin`.
  public var laidOutViews: UInt64 = 0
  /// How many layouts were found in the cache.
  public var layoutCacheHits: UInt64 = 0
  /// How many nodes reconciliations have created, by `katana:reconcile_end`.
  public var createdNodes: UInt64 = 0
  /// How many they have reused.
  public var reusedNodes: UInt64 = 0
  /// How many they have removed.
  public var removedNodes: UInt64 = 0
  /// How many they have moved.
  public var movedNodes: UInt64 = 0

  mutating func addRouteStep(pushed: UInt32, popped: UInt32) {
    pushedDestinations = (pushedDestinations ?? 0) + UInt64(pushed)
    poppedDestinations = (poppedDestinations ?? 0) + UInt64(popped)
  }

  mutating func addNodes(created: UInt32, reused: UInt32, removed: UInt32, moved: UInt32) {
    createdNodes += UInt64(created)
    reusedNodes += UInt64(reused)
    removedNodes += UInt64(removed)
    movedNodes += UInt64(moved)
  }
}
