import TraceReading

/// The identities of intervals outside of their process: of their own account, or as children of such.
struct SpanDirectory {
  private static let maximumCount = 1 << 20

  /// The intervals that other processes may know, by their span ids.
  private var intervals: [UInt64: TraceIntervalID] = [:]
  private var contexts: [TraceIntervalID: TraceSpanContext] = [:]

  /// Whether no interval is known elsewhere.
  var isEmpty: Bool { contexts.isEmpty }

  subscript(interval: TraceIntervalID) -> TraceSpanContext? { contexts[interval] }

  /// The interval with a span id.
  func interval(_ spanID: UInt64) -> TraceIntervalID? { intervals[spanID] }

  /// Takes note of what an interval is elsewhere; those that aren't open are forgotten where there are too
  /// many.
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

  /// Takes note of a child: it belongs to the trace of its parent, also where it says nothing of it itself.
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

/// The fields and links of intervals, and of events to come, besides their begins and ends.
struct DetailRecorder {
  /// Where nobody ends or emits what fields were for, nothing would ever take them out.
  private static let maximumCount = 65_536

  private var details: [TraceIntervalID: IntervalDetails] = [:]

  /// Of how many something is known.
  var count: Int { details.count }

  subscript(interval: TraceIntervalID) -> IntervalDetails? { details[interval] }

  mutating func change(
    _ interval: TraceIntervalID,
    open: [TraceIntervalID: OpenInterval],
    _ change: (inout IntervalDetails) -> Void
  ) {
    if details.count >= Self.maximumCount, details[interval] == nil {
      // The oldest go: in a trace in order those are what nothing came for.
      for key in details.keys where open[key] == nil { details[key] = nil }
    }
    change(&details[interval, default: IntervalDetails()])
  }

  mutating func take(_ interval: TraceIntervalID) -> IntervalDetails? {
    details.isEmpty ? nil : details.removeValue(forKey: interval)
  }
}
