package import TraceReading

/// An interval of a trace, as soon as it has ended; or at the end of the trace, if it never did.
package struct TraceInterval: Sendable {
  /// Tells it from all others, with its kind and process.
  package let id: TraceIntervalID
  /// The interval that dispatched or began it, where that is in the trace.
  package let parent: TraceIntervalID?
  /// Its name; `nil` where it isn't known.
  package let name: TraceSymbol?
  package let subsystem: TraceSymbol?
  package let category: TraceSymbol?
  /// The thread that began it, as an index into `TraceCatalog.threads`.
  package let beginThreadIndex: Int
  /// The thread that ended it; `nil` if it never ended.
  package let endThreadIndex: Int?
  /// When it began, in nanoseconds since the Unix epoch.
  package let begin: Int64
  /// When it ended; `nil` if it never did.
  package let end: Int64?
  /// The CPU time that it took, where that is known.
  package let cpuTime: Int64?
  /// How long it had waited in the queue, where that is known.
  package let wait: Int64?
  /// How it has ended, where its end says so.
  package let outcome: TraceSymbol?
  /// Its other fields, in the order in which they came.
  package let fields: [TraceField]
  /// Its identity outside of its process, where it or one that it came about in is known there.
  package let context: TraceSpanContext?
  /// The span id of its parent, in whatever process; 0 for none.
  package let parentSpanID: UInt64
  /// The other spans that it has to do with.
  package let links: [TraceSpanContext]

  package var kind: TraceIntervalKind { id.kind }
}

/// Tells one interval from every other of a trace; unique among those that are open at a time.
///
/// By it an end finds its begin: where a program gives ids, never by the thread, for a task may go on on another.
package struct TraceIntervalID: Hashable, Sendable {
  /// The process, as an index into `TraceCatalog.processes`: it stands for the host and the pid.
  package let processIndex: Int32
  /// The kind: an update, its listeners and its interceptors share one id.
  package let kind: TraceIntervalKind
  /// The id that the program gave it, unique in its process.
  package let id: UInt64

  package init(processIndex: Int, kind: TraceIntervalKind, id: UInt64) {
    self.processIndex = Int32(processIndex)
    self.kind = kind
    self.id = id
  }

  /// Feeds what tells intervals apart to a hasher.
  package func hash(into hasher: inout Hasher) {
    // The kind is left to ==: few kinds share an id.
    hasher.combine(id ^ UInt64(truncatingIfNeeded: processIndex) << 48)
  }

  /// A span id for an interval that has none of its own: the same for the same interval of one trace,
  /// and never 0.
  package var derivedSpanID: UInt64 {
    // SplitMix64 (Steele et al., OOPSLA 2014) of what tells it apart: a bijection of the id.
    let process = UInt64(truncatingIfNeeded: processIndex) &+ 1
    var mixed =
      id &+ (process << 8 | UInt64(truncatingIfNeeded: kind.index)) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return mixed == 0 ? 1 : mixed
  }
}

/// Takes what a trace holds, piece by piece, while it is read.
package protocol TraceIntervalSink: AnyObject {
  /// Is told when the trace begins, before anything else: the time of its first event.
  func start(at time: Int64)

  /// Is told of each event, before anything is made of it.
  func observe(_ event: TraceEvent)

  /// Is told when an interval begins, and again when its parent, in another process, is found.
  func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64)

  /// Takes an interval: those of a process in the order of their ends, those that never ended last.
  func take(_ interval: TraceInterval)

  /// Takes an event that is no begin or end: a point, another try of an item, or the value of a counter, of a
  /// queue's depth or of a measurement.
  ///
  /// The fields are those that came for a point.
  func take(_ event: TraceEvent, fields: [TraceField])
}

extension TraceIntervalSink {
  package func start(at time: Int64) {}

  package func observe(_ event: TraceEvent) {}

  package func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {}
}
