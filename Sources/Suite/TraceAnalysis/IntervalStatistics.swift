/// The intervals of one kind and name.
///
/// Units: all durations are in nanoseconds. Percentiles are exact to three digits; the count, the
/// total, the minimum and the maximum are exact.
public struct IntervalStatistics: Sendable, Codable, Equatable {
  /// A point of the curve of latencies.
  public struct Percentile: Sendable, Codable, Equatable {
    /// How many per cent of the intervals took no longer.
    public var percentile: Double
    /// How long they took.
    public var duration: Int64
  }

  /// How many intervals took about as long.
  public struct Bucket: Sendable, Codable, Equatable {
    /// The longest duration that belongs to it; that of the bucket before is its lower bound.
    public var upperBound: Int64
    /// How many.
    public var count: UInt64
  }

  /// How long updates waited between `dispatch_enqueue` and `update_begin`.
  public struct QueueWait: Sendable, Codable, Equatable {
    /// For how many updates the wait is known.
    public var count: UInt64
    /// The median.
    public var p50: Int64
    /// The 99th percentile.
    public var p99: Int64
    /// The longest.
    public var maximum: Int64
    /// The largest number of updates that were in the queue when one was put there.
    public var maximumDepth: UInt32
    /// How many were dispatched by another update or side effect.
    public var nestedCount: UInt64
    /// The kinds of dispatchable, sorted.
    public var kinds: [String]
  }

  /// What they are the time of.
  public var kind: IntervalKind
  /// Their name; `nil` where it isn't known, or where there are too many names to tell apart.
  public var name: String?
  /// The subsystem of the signposter.
  public var subsystem: String?
  /// The category of the signposter.
  public var category: String?
  /// How many have begun and ended.
  public var count: UInt64
  /// The sum of their durations.
  public var total: UInt64
  /// The shortest; `nil` if none has ended.
  public var minimum: Int64?
  /// The median; `nil` if none has ended.
  public var p50: Int64?
  /// The 90th percentile; `nil` if none has ended, or in files of before.
  public var p90: Int64?
  /// The 99th percentile; `nil` if none has ended.
  public var p99: Int64?
  /// The 99.9th percentile; `nil` if none has ended, or in files of before.
  public var p999: Int64?
  /// The longest; `nil` if none has ended.
  public var maximum: Int64?
  /// The curve of latencies; empty if none has ended.
  public var percentiles: [Percentile]
  /// The distribution, from the shortest to the longest; four buckets to a doubling; `nil` in files of
  /// before.
  public var histogram: [Bucket]?
  /// The part of the total in which no child of the interval ran: what it did itself; `nil` in files
  /// of before.
  public var selfTime: Int64?
  /// The CPU time of those for which it is known; `nil` if it is for none.
  public var cpuTime: Int64?
  /// For how many the CPU time is known: those that began and ended on one thread, recorded with
  /// `signpost:thread_cpu_time`.
  public var cpuTimeCount: UInt64
  /// The mean number that ran while at least one did, weighted by time; `nil` if that is no time.
  ///
  /// An interval that never ended counts as running to the end of the trace.
  public var meanParallelism: Double?
  /// The largest number that ran at a time.
  public var maximumParallelism: Int
  /// How many began and never ended.
  public var unendedCount: UInt64
  /// How long they waited to begin; only for what was dispatched, and whose dispatch was recorded.
  public var queueWait: QueueWait?
  /// How many ended in each way: `success`, `failure`, `cancelled`; only for side effects.
  public var outcomes: [String: UInt64]?
}
