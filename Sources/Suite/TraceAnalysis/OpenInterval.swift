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
  /// What dispatched or began it.
  var parent: TraceIntervalID?
  /// How long it had waited in the queue; -1 where that isn't known.
  let wait: Int64
  /// The time in which children of it ran.
  var children = ChildCoverage()
  /// The reading beside the begin: the first one, if it came from the thread that began.
  private var firstSample: CPUSample?
  /// The reading beside the end: the last one.
  private var lastSample: CPUSample?
  private var sampleCount = 0

  init(
    group: Int,
    node: Int32,
    beginThreadIndex: Int,
    begin: Int64,
    parent: TraceIntervalID?,
    wait: Int64
  ) {
    self.group = Int32(group)
    self.node = node
    self.beginThreadIndex = Int32(beginThreadIndex)
    self.begin = begin
    self.parent = parent
    self.wait = wait
  }

  mutating func add(_ sample: CPUSample) {
    sampleCount += 1
    if sampleCount == 1, sample.threadIndex == beginThreadIndex {
      firstSample = sample
    } else {
      lastSample = sample
    }
  }

  /// The CPU time, where it is known.
  func cpuTime(endedOn threadIndex: Int) -> Int64? {
    // The difference of two threads' clocks means nothing, and so does one reading.
    guard let first = firstSample, let last = lastSample,
      first.threadIndex == last.threadIndex, last.threadIndex == Int32(threadIndex),
      last.nanoseconds >= first.nanoseconds
    else { return nil }
    return last.nanoseconds - first.nanoseconds
  }
}
