package import TraceAnalysis

/// What the task of an interval did until the interval ended.
package struct IntervalWork: Sendable {
  /// What threads did while they ran the task.
  package var sums = StackSums()
  /// How long it was on a thread.
  package var onThread: UInt64 = 0
  /// How long it was on no thread, by the number of what it waited for.
  package var waits: [Int32: UInt64] = [:]

  /// All of the time.
  package var total: UInt64 { waits.values.reduce(onThread, +) }

  package init() {}
}

/// Knows the tasks of a trace.
package protocol IntervalTasks: AnyObject {
  /// Whether a recorded task has begun an interval that wasn't asked for yet.
  var hasIntervals: Bool { get }

  /// What the task of an interval that ends did; `nil` if no recorded task began it. Each interval is asked about once.
  func takeWork(of interval: TraceIntervalID, begun time: Int64) -> IntervalWork?

  /// What a wait was for, in a word.
  func kind(ofWait wait: Int32) -> String
}
