public import TraceReading

/// An interval of a trace, as soon as it has ended; or at the end of the trace, if it never did.
public struct TraceInterval: Sendable {
  /// Tells it from all others, with its kind and process.
  public let id: TraceIntervalID
  /// What dispatched or began it, where that is in the trace.
  public let parent: TraceIntervalID?
  /// Its name; `nil` where it isn't known.
  public let name: TraceSymbol?
  /// The subsystem of the signposter.
  public let subsystem: TraceSymbol?
  /// The category of the signposter.
  public let category: TraceSymbol?
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
  /// What else is known of it, in the order in which it came.
  public let fields: [TraceField]
  /// Who it is outside of its process, where it or one that it came about in is known there.
  public let context: TraceSpanContext?
  /// The span id of its parent, in whatever process; 0 for none.
  public let parentSpanID: UInt64
  /// The other spans that it has to do with.
  public let links: [TraceSpanContext]

  /// What it is the time of.
  public var kind: IntervalKind { id.kind }
}
