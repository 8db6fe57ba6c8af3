/// One event of a trace, decoded.
package struct TraceEvent: Sendable {
  /// When it happened, in nanoseconds since the Unix epoch.
  package let timestamp: Int64

  /// The thread that emitted it, as an index into ``TraceCatalog/threads``.
  package let threadIndex: Int

  /// The process that emitted it, as an index into ``TraceCatalog/processes``.
  package let processIndex: Int

  /// Its name, as an index into ``TraceCatalog/eventClasses``.
  package let classIndex: Int

  package let payload: TracePayload
}
