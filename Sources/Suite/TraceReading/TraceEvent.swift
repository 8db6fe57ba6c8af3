/// One event of a trace, decoded.
public struct TraceEvent: Sendable {
  /// When it happened, in nanoseconds since the Unix epoch.
  public let timestamp: Int64

  /// The thread that emitted it, as an index into ``TraceCatalog/threads``.
  public let threadIndex: Int

  /// The process that emitted it, as an index into ``TraceCatalog/processes``.
  public let processIndex: Int

  /// Its name, as an index into ``TraceCatalog/eventClasses``.
  public let classIndex: Int

  /// Its fields.
  public let payload: TracePayload
}
