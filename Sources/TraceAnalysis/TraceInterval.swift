public import TraceReading

/// An interval of a trace, as soon as it has ended; or at the end of the trace, if it never did.
public struct TraceInterval: Sendable {
  /// What it is the time of.
  public let kind: IntervalKind
  /// Its name; `nil` where it isn't known.
  public let name: TraceSymbol?
  /// The subsystem of the signposter.
  public let subsystem: TraceSymbol?
  /// The category of the signposter.
  public let category: TraceSymbol?
  /// Its id, which the update's listeners and interceptors share with it.
  public let id: UInt64
  /// The id of what dispatched or began it; 0 for none, or where that isn't recorded.
  public let parentID: UInt64
  /// Its process, as an index into `TraceCatalog.processes`.
  public let processIndex: Int
  /// The thread that began it, as an index into `TraceCatalog.threads`.
  public let beginThreadIndex: Int
  /// The thread that ended it; `nil` if it never ended.
  public let endThreadIndex: Int?
  /// When it began, in nanoseconds since the Unix epoch.
  public let begin: Int64
  /// When it ended; `nil` if it never did.
  public let end: Int64?
  /// The CPU time that it took, where that is known.
  public let cpuTime: Int64?
  /// How long it had waited in the queue, where that is known.
  public let wait: Int64?
  /// How a side effect has ended.
  public let outcome: TraceSymbol?
}
