import TraceReading

/// What is known of an interval, or of an event to come, besides its begin and end.
struct IntervalDetails {
  var fields: [TraceField] = []
  var spanContext: TraceSpanContext?
  var links: [TraceSpanContext] = []
}
