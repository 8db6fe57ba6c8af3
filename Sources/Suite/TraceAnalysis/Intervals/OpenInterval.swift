import TraceReading

/// An interval that has begun and not ended.
struct OpenInterval {
  /// A reading of a thread's CPU clock.
  struct CPUSample {
    let threadIndex: Int32
    let nanoseconds: Int64
  }

  var group: Int32
  /// Its path, as an index into the call tree.
  var node: Int32
  let beginThreadIndex: Int32
  let begin: Int64
  /// The interval that dispatched or began it.
  var parent: TraceIntervalID?
  /// How long it had waited in the queue; -1 if unknown.
  let wait: Int64
  /// The version of the state that it makes or shows; 0 for none.
  let version: UInt64
  /// The time in which its children ran.
  var children = ChildCoverage()
  /// The first reading, at the begin, if it came from the thread that began.
  private(set) var firstSample: CPUSample?
  /// The last reading, at the end.
  private(set) var lastSample: CPUSample?
  private(set) var sampleCount = 0

  var knownWait: Int64? { wait < 0 ? nil : wait }

  mutating func add(_ sample: CPUSample) {
    sampleCount += 1
    if sampleCount == 1, sample.threadIndex == beginThreadIndex {
      firstSample = sample
    } else {
      lastSample = sample
    }
  }

  /// The CPU time, if known.
  func cpuTime(endedOn threadIndex: Int) -> Int64? {
    // The difference of two threads' clocks means nothing, nor does a single reading.
    guard let first = firstSample, let last = lastSample,
      first.threadIndex == last.threadIndex, last.threadIndex == Int32(threadIndex),
      last.nanoseconds >= first.nanoseconds
    else { return nil }
    return last.nanoseconds - first.nanoseconds
  }
}

/// The time in which at least one child of an interval ran; children may overlap.
struct ChildCoverage {
  private var running: Int32 = 0
  private var since: Int64 = 0
  private var covered: Int64 = 0

  mutating func begin(at time: Int64) {
    if running == 0 { since = time }
    running += 1
  }

  mutating func end(at time: Int64) {
    guard running > 0 else { return }
    running -= 1
    if running == 0 { covered += time - since }
  }

  /// The time until `end`; a child that still runs counts until then.
  func total(until end: Int64) -> Int64 {
    running > 0 ? covered + (end - since) : covered
  }
}

/// The parent of an interval or item.
struct ParentLink {
  let key: TraceIntervalID
  /// Its place in the call tree.
  let node: Int32
}

/// The fields and links of an interval, or of an event to come.
struct IntervalDetails {
  var fields: [TraceField] = []
  /// The span id of its parent, in any process; 0 for none.
  var parentSpanID: UInt64 = 0
  var links: [TraceSpanContext] = []
}

/// Where and when an event happened.
struct Moment {
  /// In nanoseconds since the Unix epoch; never before an earlier event.
  let time: Int64
  let processIndex: Int
  let threadIndex: Int

  init(_ event: TraceEvent, time: Int64) {
    self.time = time
    processIndex = event.processIndex
    threadIndex = event.threadIndex
  }
}
