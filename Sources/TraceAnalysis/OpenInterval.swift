import TraceReading

/// An interval that has begun and not ended.
struct OpenInterval {
  /// What an end finds its begin by: never the thread, for a task may go on on another.
  struct Key: Hashable {
    /// Stands for the host and the process id in it.
    let processIndex: Int32
    let kind: IntervalKind
    let id: UInt64

    func hash(into hasher: inout Hasher) {
      // The kind is left to ==: few kinds share an id (an update, its listeners, its interceptors).
      hasher.combine(id ^ UInt64(truncatingIfNeeded: processIndex) << 48)
    }
  }

  /// A reading of a thread's CPU clock.
  struct CPUSample {
    let threadIndex: Int32
    let nanoseconds: Int64
  }

  let group: Int32
  let beginThreadIndex: Int32
  let begin: Int64
  /// What dispatched or began it.
  var parentID: UInt64 = 0
  /// How long it had waited in the queue; -1 where that isn't known.
  var wait: Int64 = -1
  /// The reading beside the begin: the first one, if it came from the thread that began.
  var firstSample: CPUSample?
  /// The reading beside the end: the last one.
  var lastSample: CPUSample?
  var sampleCount = 0
}
