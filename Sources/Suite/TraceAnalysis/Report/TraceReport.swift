package import TraceReading

/// The numbers of a trace behind the text, the page and the JSON.
///
/// Units: all durations and times are in nanoseconds.
package struct TraceReport: Sendable, Codable, Equatable {
  /// The version of the JSON's form that this code writes.
  ///
  /// It increases when a field changes its meaning or goes, not for a new field.
  package static let currentSchemaVersion = 2

  package var schemaVersion = currentSchemaVersion
  package var path: String
  /// Whether a part of the trace could not be read: the numbers cover the rest.
  package var isPartial: Bool
  package var faults: [String]
  /// The time of the first event, since the Unix epoch; `nil` if there are none.
  package var firstTimestamp: Int64?
  /// From the first event to the last.
  package var duration: Int64
  package var eventCount: UInt64
  /// How many of each name, the most frequent first.
  package var events: [TraceEventClass]
  /// The processes, the one with most events first.
  package var processes: [ProcessSummary]
  /// The threads of each process, in the order of these; `nil` in files of earlier versions.
  package var threads: [ThreadSummary]?
  /// The intervals by kind and name, the one with the largest total first.
  package var intervals: [IntervalStatistics]
  /// The points by name, the most frequent first.
  package var points: [PointCount]
  /// The counters of each process, by name.
  package var counters: [CounterSummary]
  /// The sums of the fields of begins and ends, such as how many listeners were called; `nil` in files of earlier versions.
  package var totals: [TraceTotal]?
  /// The distributions of values, by name; `nil` in files of earlier versions.
  package var measurements: [MeasurementSummary]?
  /// The longest intervals, at most ten of each kind, the longest first; `nil` in files of earlier versions.
  package var slowest: [SlowInterval]?
  /// The longest interval of each other kind and name, the 32 longest of these; `nil` in files of earlier versions.
  package var slowestOfNames: [SlowInterval]?
  /// How many intervals of each kind ran, over the time of the trace; `nil` in files of earlier versions.
  package var parallelism: [TimeCurve]?
  /// The first 64 curves of counters and depths of queues over the time of the trace; `nil` in files of earlier versions.
  package var counterCurves: [TimeCurve]?
  /// The paths of intervals' parents; `nil` in files of earlier versions.
  package var calls: [CallPath]?
  /// The pairs of parents and children, the most frequent first; `nil` in files of earlier versions.
  package var nestings: [NestingCount]?
  /// The dispatched items that were discarded before they began, the most frequent first; `nil` in files of earlier versions.
  package var discards: [DiscardCount]?
  /// The items that were tried again, the most frequent first; `nil` if none, and in files of earlier versions.
  package var retries: [RetrySummary]?
  /// Times in which processes emitted nothing though they had work on several threads, the longest first; `nil` if none, and in files of
  /// earlier versions.
  package var silences: [Silence]?
  /// The frames of each view tree, the one with the largest total first; `nil` if none, and in files of earlier
  /// versions.
  package var frames: [FrameSummary]?
  /// The differences from another trace; `nil` if not requested.
  package var comparison: TraceComparison?
  package var losses: TraceLosses
}
