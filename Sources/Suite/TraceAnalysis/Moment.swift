import TraceReading

/// Where and when an event happened.
struct Moment {
  /// In nanoseconds since the Unix epoch; never before that of an earlier event.
  let time: Int64
  let processIndex: Int
  let threadIndex: Int

  init(_ event: TraceEvent, time: Int64) {
    self.time = time
    processIndex = event.processIndex
    threadIndex = event.threadIndex
  }
}
