public enum DispatchableKind: Sendable { case updater, sideEffect }
public enum EffectOutcome: Sendable { case success, failure, cancelled }
extension KatanaTracepoints {
  public static func itemEnqueued(
    kind: DispatchableKind,
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    depth: Int
  ) {
    updaterEnqueued(id: id, parent: parent, name: name, depth: depth)
  }
  public static func effectBegan(
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    version: UInt64
  ) {}
  public static func effectEnded(id: SignpostID, outcome: EffectOutcome) {}
  public static func interceptorsBegan(id: SignpostID, count: Int) {}
  public static func interceptorsEnded(id: SignpostID) {}
  @inlinable public static func queueDepthChanged(_ depth: Int) {}
}
