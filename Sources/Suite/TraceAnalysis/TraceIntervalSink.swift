public import TraceReading

/// Takes what a trace holds, piece by piece, while it is read.
public protocol TraceIntervalSink: AnyObject {
  /// Is told when the trace begins, before anything else: the time of its first event.
  func start(at time: Int64)

  /// Is told when an interval begins, and again when its parent, in another process, is found.
  func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64)

  /// Takes an interval: those of a process in the order of their ends, those that never ended last.
  func take(_ interval: TraceInterval)

  /// Takes an event that is no begin or end: a point, another try of an item, or the value of a counter or
  /// of a queue's depth.
  ///
  /// The fields are those that came for a point.
  func take(_ event: TraceEvent, fields: [TraceField])
}

extension TraceIntervalSink {
  /// Takes no note of it.
  public func start(at time: Int64) {}

  /// Takes no note of it.
  public func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {}
}
