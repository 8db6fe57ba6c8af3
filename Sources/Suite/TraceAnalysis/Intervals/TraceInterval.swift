package import TraceReading

/// An interval of a trace that has ended, or that had not when the trace did.
package struct TraceInterval: Sendable {
  /// Its identity, with its kind and process.
  package let id: TraceIntervalID
  /// The interval that dispatched or began it, if that is in the trace.
  package let parent: TraceIntervalID?
  /// Its name; `nil` if unknown.
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
  /// Its CPU time, if known.
  package let cpuTime: Int64?
  /// How long it had waited in the queue, if known.
  package let wait: Int64?
  /// How it ended, if its end says so.
  package let outcome: TraceSymbol?
  /// Its other fields, in the order of arrival.
  package let fields: [TraceField]
  /// Its identity outside its process, if it or one of its parents has one.
  package let context: TraceSpanContext?
  /// The span id of its parent, in any process; 0 for none.
  package let parentSpanID: UInt64
  /// The other spans that it relates to.
  package let links: [TraceSpanContext]

  package var kind: TraceIntervalKind { id.kind }
}

/// The identity of an interval, unique among those that are open at a time.
///
/// An end finds its begin by it. Where a program gives ids, the thread plays no part, because a task may move to another one.
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

  /// Hashes the id and the process.
  package func hash(into hasher: inout Hasher) {
    // == compares the kind: few kinds share an id.
    hasher.combine(id ^ UInt64(truncatingIfNeeded: processIndex) << 48)
  }

  /// A span id for an interval without one of its own: the same for the same interval of one trace, and never 0.
  package var derivedSpanID: UInt64 {
    // SplitMix64 (Steele et al., OOPSLA 2014) of the identity: a bijection of the id.
    let process = UInt64(truncatingIfNeeded: processIndex) &+ 1
    var mixed =
      id &+ (process << 8 | UInt64(truncatingIfNeeded: kind.index)) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return mixed == 0 ? 1 : mixed
  }
}

/// Gets the contents of a trace, piece by piece, during the reading.
package protocol TraceIntervalSink: AnyObject {
  /// The trace begins; called before anything else, with the time of its first event.
  func start(at time: Int64)

  /// An event, before it is interpreted.
  func observe(_ event: TraceEvent)

  /// An interval begins; called again when its parent, in another process, is found.
  func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64)

  /// An interval: those of a process in the order of their ends, those that never ended last.
  func take(_ interval: TraceInterval)

  /// An event that is no begin or end: a point, another try of an item, or the value of a counter, of a queue's depth or of a measurement.
  ///
  /// The fields are those of a point.
  func take(_ event: TraceEvent, fields: [TraceField])
}

extension TraceIntervalSink {
  package func start(at time: Int64) {}

  package func observe(_ event: TraceEvent) {}

  package func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {}
}
