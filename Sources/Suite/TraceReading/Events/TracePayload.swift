/// The fields of an event that the analysis needs, by its role.
///
/// Ids are unique in one process only: two processes of one trace use the same ones.
package enum TracePayload: Sendable, Equatable {
  /// An interval begins.
  case begin(TraceBegin)
  /// An interval ends; `outcome` says how, if the event does.
  case end(kind: TraceIntervalKind, id: UInt64, outcome: TraceSymbol?)
  /// Something happened at one moment.
  case point(
    id: UInt64,
    parentID: UInt64,
    name: TraceSymbol,
    subsystem: TraceSymbol,
    category: TraceSymbol,
    message: String
  )
  /// A quantity has a new value; a store's queue has the store's id, unique in its process.
  case counter(
    name: TraceSymbol,
    value: Int64,
    subsystem: TraceSymbol,
    category: TraceSymbol,
    store: UInt64? = nil
  )
  /// One value of a distribution.
  case sample(name: TraceSymbol, value: Double, subsystem: TraceSymbol, category: TraceSymbol)
  /// An item was put into a store's queue, behind `depth` others: it is a child of the parent, and waits.
  case dispatchEnqueue(
    id: UInt64,
    parentID: UInt64,
    kind: TraceSymbol,
    name: TraceSymbol,
    depth: UInt32
  )
  /// An item will never begin; `reason` is `cancelled`, `rejected`, `dropped` or `replaced`.
  case dispatchDiscard(id: UInt64, reason: TraceSymbol)
  /// An item was rejected with an error and will be tried again after `delay` nanoseconds, for the `attempt`th time. The id is that of the
  /// rejected try, 0 if unknown.
  case dispatchRetry(
    id: UInt64,
    name: TraceSymbol,
    attempt: UInt32,
    delay: Int64,
    error: String
  )
  /// A fact about the interval that began with this id, or about the next event with it.
  case field(id: UInt64, TraceField)
  /// The identity of the interval outside of its process; a parent of 0 is none.
  case spanContext(id: UInt64, context: TraceSpanContext, parentSpanID: UInt64)
  /// The interval relates to another span, which is not its parent.
  case spanLink(id: UInt64, to: TraceSpanContext)
  /// The CPU clock of the emitting thread, at an end of the interval with this id.
  case threadCPUTime(id: UInt64, nanoseconds: Int64)
  /// A task of Swift's concurrency did something.
  case task(TraceTaskEvent)
  /// An event that the reader has no role for.
  case other
}

/// The begin of an interval.
package struct TraceBegin: Sendable, Equatable {
  package let kind: TraceIntervalKind
  /// The id by which its end finds it: unique among the open intervals of its kind in its process.
  package let id: UInt64
  /// The id of its parent; 0 for none.
  package let parentID: UInt64
  package let name: TraceSymbol?
  package let subsystem: TraceSymbol?
  /// The field `category`, or else `kind`.
  package let category: TraceSymbol?
  /// The field `version`, the version of a state; 0 for none.
  package let version: UInt64
}

/// One pair of events that mark intervals, as an index into ``TraceCatalog/intervals``.
package struct TraceIntervalKind: Hashable, Sendable {
  package let index: Int16
}

/// All intervals that one pair of events marks.
package struct TraceIntervalClass: Sendable, Equatable {
  /// The name of such an interval in reports.
  package let label: String
  /// The event that begins it.
  package let begin: String
  /// The event that ends it.
  package let end: String
  /// The field by which an end finds its begin; `nil` for the thread.
  package let key: String?
  /// Kinds with the same number share their ids; parents are looked up among them.
  package let namespace: Int
}

/// A named value that belongs to an interval or an event.
package struct TraceField: Sendable, Equatable {
  /// The value of a field, with its type.
  package enum Value: Sendable, Equatable, CustomStringConvertible {
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    case text(String)

    /// The value as text, without quotes.
    package var description: String {
      switch self {
      case .integer(let value): "\(value)"
      case .float(let value): "\(value)"
      case .boolean(let value): "\(value)"
      case .text(let value): value
      }
    }
  }

  package let key: TraceSymbol
  package let value: Value

  package init(key: TraceSymbol, value: Value) {
    self.key = key
    self.value = value
  }
}

/// The identity of a span, in this process or another.
///
/// Source: W3C Trace Context, https://www.w3.org/TR/trace-context/.
package struct TraceSpanContext: Sendable, Hashable {
  /// The first half of the id that all spans of one request share.
  package let traceIDHigh: UInt64
  /// The second half of that id.
  package let traceIDLow: UInt64
  package var spanID: UInt64
}
