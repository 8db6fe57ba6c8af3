package import BenchmarkResults
package import Counting

/// All measurements of one row at base and head.
package struct RowEvidence: Codable, Equatable, Sendable {
  package var executable: String
  package var row: String
  /// The sides that have the row.
  package let presence: RowPresence
  /// The number of iterations in a sample; `nil` if the row never ran.
  package var iterations: Int?
  /// Whether several threads or tasks take part, according to the row.
  package var isConcurrent = false
  /// The row's own limit at the head, which applies; `nil` for the gate's.
  package var limit: RowLimit?
  /// Its own limit at the base.
  package var baseLimit: RowLimit?
  package var baseCounts: RowCounts?
  package var headCounts: RowCounts?
  /// The counts of each run at the base, one per memory layout: of a whole command, or of a row that seemed to change in the first layout.
  ///
  /// ``baseCounts`` are their medians.
  package var baseCountRuns: [RowCounts]?
  /// The counts of each run at the head, in the same layouts.
  package var headCountRuns: [RowCounts]?
  /// Why the row could not be counted although it should have been.
  package var countingFailure: String?
  /// The functions behind changed counts; `nil` if nothing has changed.
  package var attribution: RowAttribution?
  /// The compared times.
  package var times: [TimeEvidence] = []
  /// The wall time of the base against a copy of itself, if a change was seen.
  package var control: TimeEvidence?
  /// A percentile of the base against a copy of itself, if a change of it was seen.
  package var percentileControl: TimeEvidence?
  /// The part of a changed wall time that the counts don't explain; `nil` if they do, or if nothing was sampled.
  package var sampled: SampledDifference?
  /// The median CPU time of a whole command's runs at the base, in nanoseconds.
  package var baseCPU: Double?
  package var headCPU: Double?
  /// Peak memory of a whole command at the base, in bytes.
  package var baseMemory: Double?
  package var headMemory: Double?
  /// What an operation leaves in memory at the base; `nil` unless requested.
  package var baseLeaves: RowMemory?
  package var headLeaves: RowMemory?
  /// Notes about omitted measurements, with the reasons.
  package var notes: [String] = []
  package var seconds: Double?
  /// Why the row could not be measured at all.
  package var failure: String?

  /// Whether this compares the base with a copy of itself, as a control of the whole job.
  package var isControl: Bool?

  /// Creates evidence of a row that is not measured yet.
  package init(executable: String, row: String, presence: RowPresence) {
    self.executable = executable
    self.row = row
    self.presence = presence
  }

  /// A row that an interrupted gate did not reach.
  static func interrupted(_ executable: String, _ row: String) -> RowEvidence {
    var evidence = RowEvidence(executable: executable, row: row, presence: .both)
    evidence.failure = interruption
    return evidence
  }

  private static let interruption = "the gate was interrupted before"

  /// Whether the gate was interrupted before it reached the row.
  var isInterrupted: Bool { failure == Self.interruption }

  /// The identity of the row among all rows.
  package var identity: String {
    isControl == true ? Self.controlIdentity(executable, row) : "\(executable) \(row)"
  }

  /// Whether no part of it failed.
  package var isComplete: Bool { failure == nil && countingFailure == nil }

  /// The identity of the base against itself.
  static func controlIdentity(_ executable: String, _ row: String) -> String {
    "\(executable) \(row) (the base against itself)"
  }
}

/// The evidence from pairs of processes about one time of a row.
package struct TimeEvidence: Codable, Equatable, Sendable {
  /// The metric of the time.
  package var metric: GateMetric
  /// The log-ratios of the pairs.
  package var ratios: PairRatios
  /// The median sample of the base, in nanoseconds per operation.
  package var base: Double
  /// The median sample of the head, in nanoseconds per operation.
  package var head: Double
  package var isConcurrent = false
  /// Whether pairs after the first look were taken too.
  package var isWhole: Bool
  /// The operating system resources of each pair's process at the base; `nil` unless requested.
  package var baseUsage: [RowUsage]?
  /// The same at the head, for the same pairs.
  package var headUsage: [RowUsage]?
  /// The means of the samples; `nil` for several threads or tasks, percentiles, whole commands, and files older than means.
  package var means: MeanRatios?
  /// Other load on the processors meanwhile, for several threads or tasks; `nil` if the kernel doesn't report it.
  package var disturbance: Disturbance?
}
