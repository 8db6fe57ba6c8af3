import TraceReading

/// What is known of an interval, or of an event to come, besides its begin and end.
struct IntervalDetails {
  var fields: [TraceField] = []
  /// The span id of its parent, in whatever process; 0 for none.
  var parentSpanID: UInt64 = 0
  var links: [TraceSpanContext] = []
}
