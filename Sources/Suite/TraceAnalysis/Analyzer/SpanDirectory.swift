import TraceReading

/// The identities of intervals outside their process: their own, or inherited from a parent.
struct SpanDirectory {
  private static let maximumCount = 1 << 20

  /// The intervals that other processes may know, by span id.
  private var intervals: [UInt64: TraceIntervalID] = [:]
  private var contexts: [TraceIntervalID: TraceSpanContext] = [:]

  /// Whether other processes know no interval.
  var isEmpty: Bool { contexts.isEmpty }

  subscript(interval: TraceIntervalID) -> TraceSpanContext? { contexts[interval] }

  /// The interval with a span id.
  func interval(_ spanID: UInt64) -> TraceIntervalID? { intervals[spanID] }

  /// Notes the identity of an interval outside its process; closed intervals are dropped when there are too many.
  mutating func identify(
    _ interval: TraceIntervalID,
    as context: TraceSpanContext,
    open: [TraceIntervalID: OpenInterval]
  ) {
    if intervals.count >= Self.maximumCount {
      intervals = intervals.filter { open[$0.value] != nil }
    }
    intervals[context.spanID] = interval
    remember(context, for: interval, open: open)
  }

  /// Notes a child: it belongs to the trace of its parent, even if it doesn't say so itself.
  mutating func inherit(
    of parent: TraceIntervalID,
    for interval: TraceIntervalID,
    open: [TraceIntervalID: OpenInterval]
  ) {
    guard var context = contexts[parent] else { return }
    context.spanID = interval.derivedSpanID
    remember(context, for: interval, open: open)
  }

  private mutating func remember(
    _ context: TraceSpanContext,
    for interval: TraceIntervalID,
    open: [TraceIntervalID: OpenInterval]
  ) {
    if contexts.count >= Self.maximumCount { contexts = contexts.filter { open[$0.key] != nil } }
    contexts[interval] = context
  }
}

/// The fields and links of intervals, and of events to come, apart from their begins and ends.
struct DetailRecorder {
  /// Bounded: if their intervals never end and their events never come, nothing would ever remove fields.
  private static let maximumCount = 65_536

  private var details: [TraceIntervalID: IntervalDetails] = [:]

  /// The number of intervals and events with details.
  var count: Int { details.count }

  subscript(interval: TraceIntervalID) -> IntervalDetails? { details[interval] }

  mutating func change(
    _ interval: TraceIntervalID,
    open: [TraceIntervalID: OpenInterval],
    _ change: (inout IntervalDetails) -> Void
  ) {
    if details.count >= Self.maximumCount, details[interval] == nil {
      // The oldest go: in a trace in order no event came for them.
      for key in details.keys where open[key] == nil { details[key] = nil }
    }
    change(&details[interval, default: IntervalDetails()])
  }

  mutating func take(_ interval: TraceIntervalID) -> IntervalDetails? {
    details.isEmpty ? nil : details.removeValue(forKey: interval)
  }
}
