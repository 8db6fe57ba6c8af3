import TraceReading

/// The intervals of one kind and name, while the trace is read.
struct IntervalGroup {
  /// What makes intervals belong together.
  struct Key: Hashable {
    let kind: IntervalKind
    let name: TraceSymbol?
    let subsystem: TraceSymbol?
    let category: TraceSymbol?
  }

  let key: Key
  var durations = DurationRecorder()
  var concurrency = ConcurrencyMeter()
  /// The part of the durations in which no child ran.
  var selfTime: Int64 = 0
  var cpuTimeTotal: Int64 = 0
  var cpuTimeCount: UInt64 = 0
  /// What `dispatch_enqueue` says of the updates; few, so an array is looked through.
  var dispatchKinds: [TraceSymbol] = []
  var waits: DurationRecorder?
  var maximumQueueDepth: UInt32 = 0
  var nestedDispatches: UInt64 = 0
  /// How side effects have ended.
  var outcomes: [TraceSymbol: UInt64] = [:]

  init(key: Key) {
    self.key = key
  }
}
