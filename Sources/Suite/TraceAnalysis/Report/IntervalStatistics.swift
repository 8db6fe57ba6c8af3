/// The intervals of one kind and name.
///
/// Units: all durations are in nanoseconds. Percentiles are exact to three digits; the count, the
/// total, the minimum and the maximum are exact.
package struct IntervalStatistics: Sendable, Codable, Equatable {
  /// A point of the curve of latencies.
  package struct Percentile: Sendable, Codable, Equatable {
    /// The per cent of intervals that took no longer.
    package var percentile: Double
    /// Their longest duration.
    package var duration: Int64
  }

  /// How many intervals took about as long.
  package struct Bucket: Sendable, Codable, Equatable {
    /// The longest duration that belongs to it; the bound of the bucket before is its lower bound.
    package var upperBound: Int64
    package var count: UInt64
  }

  /// How long updates waited between `dispatch_enqueue` and `update_begin`.
  package struct QueueWait: Sendable, Codable, Equatable {
    /// The number of updates with a known wait.
    package var count: UInt64
    package var p50: Int64
    package var p99: Int64
    package var maximum: Int64
    /// The largest number of updates that were in the queue when one was added.
    package var maximumDepth: UInt32
    /// How many were dispatched by another update or side effect.
    package var nestedCount: UInt64
    /// The kinds of dispatchable, sorted.
    package var kinds: [String]
  }

  package var kind: IntervalKind
  /// Their name; `nil` if unknown, or if there are too many names to distinguish.
  package var name: String?
  /// The subsystem of the signposter.
  package var subsystem: String?
  /// The category of the signposter.
  package var category: String?
  /// How many have begun and ended.
  package var count: UInt64
  /// The sum of their durations.
  package var total: UInt64
  /// The shortest; `nil` if none has ended.
  package var minimum: Int64?
  /// The median; `nil` if none has ended.
  package var p50: Int64?
  /// The 90th percentile; `nil` if none has ended, or in files of earlier versions.
  package var p90: Int64?
  /// The 99th percentile; `nil` if none has ended.
  package var p99: Int64?
  /// The 99.9th percentile; `nil` if none has ended, or in files of earlier versions.
  package var p999: Int64?
  /// The longest; `nil` if none has ended.
  package var maximum: Int64?
  /// The curve of latencies; empty if none has ended.
  package var percentiles: [Percentile]
  /// The distribution, from the shortest to the longest; four buckets to a doubling; `nil` in files of earlier versions.
  package var histogram: [Bucket]?
  /// The part of the total in which no child of the interval ran; `nil` in files of earlier versions.
  package var selfTime: Int64?
  /// The total of the known CPU times; `nil` if none is known.
  package var cpuTime: Int64?
  /// The number of known CPU times: of intervals that began and ended on one thread, recorded with `signpost:thread_cpu_time`.
  package var cpuTimeCount: UInt64
  /// The mean number that ran while at least one did, weighted by time; `nil` if none ran for any time.
  ///
  /// An interval that never ended counts as running to the end of the trace.
  package var meanParallelism: Double?
  /// The largest number that ran at a time.
  package var maximumParallelism: Int
  /// How many began and never ended.
  package var unendedCount: UInt64
  /// How long they waited to begin; only for dispatched intervals whose dispatch was recorded.
  package var queueWait: QueueWait?
  /// How many ended in each way: `success`, `failure`, `cancelled`; only if their ends say so.
  package var outcomes: [String: UInt64]?
}

/// Figures of intervals of one kind and name.
protocol NamedIntervals {
  var kind: IntervalKind { get }
  var name: String? { get }
  var subsystem: String? { get }
  var category: String? { get }
}

extension IntervalStatistics: NamedIntervals {}
extension SlowInterval: NamedIntervals {}
extension TraceComparison.Row: NamedIntervals {}

extension NamedIntervals {
  /// The name with its owner.
  var label: String {
    IntervalLabel.text(name: name, subsystem: subsystem, category: category)
  }

  /// A unique name to sort by.
  var sortName: String { "\(kind.rawValue) \(name ?? "") \(subsystem ?? "") \(category ?? "")" }
}

/// The names of intervals in the rows of a report.
enum IntervalLabel {
  static func text(name: String?, subsystem: String?, category: String?) -> String {
    let owner = [subsystem, category].compactMap { $0 }.filter { !$0.isEmpty }
    let name = name ?? "(name unknown)"
    return owner.isEmpty ? name : "\(name) [\(owner.joined(separator: "/"))]"
  }
}
