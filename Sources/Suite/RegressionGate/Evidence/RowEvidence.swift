package import BenchmarkResults
package import CostAttribution

/// All that was measured of one row at base and head.
package struct RowEvidence: Codable, Equatable, Sendable {
  package internal(set) var executable: String
  package internal(set) var row: String
  /// On which sides it is there.
  package let presence: RowPresence
  /// How many iterations a sample had; `nil` if it was never run.
  package var iterations: Int?
  /// Whether several threads or tasks take part, as far as the row says.
  package var isConcurrent = false
  package var baseCounts: RowCounts?
  package var headCounts: RowCounts?
  /// The counts of each run at the base, in as many memory layouts, of a whole command, or of a row that seemed to
  /// have changed in the first one; ``baseCounts`` are their medians.
  package var baseCountRuns: [RowCounts]?
  /// The counts of each run at the head, in the same layouts.
  package var headCountRuns: [RowCounts]?
  /// Why the row could not be counted though it should.
  package var countingFailure: String?
  /// The functions behind what has changed of the counts; `nil` where nothing has.
  package var attribution: RowAttribution?
  /// The times that were compared.
  package var times: [TimeEvidence] = []
  /// The wall time of the base against a copy of the base, where a change was seen.
  package var control: TimeEvidence?
  /// A percentile of the base against a copy of the base, where a change of it was seen.
  package var percentileControl: TimeEvidence?
  /// Where a changed wall time went that the counts don't explain; `nil` where they do, or nothing was sampled.
  package var sampled: SampledDifference?
  /// The CPU time of a run of a whole command at the base, in nanoseconds: the median.
  package var baseCPU: Double?
  package var headCPU: Double?
  /// Peak memory of a whole command at the base, in bytes.
  package var baseMemory: Double?
  package var headMemory: Double?
  /// Notes about measurements that were left out, and why.
  package var notes: [String] = []
  package var seconds: Double?
  /// Why the row could not be measured at all.
  package var failure: String?

  /// Whether this is the base against a copy of itself, for the sake of the whole job.
  package var isControl: Bool?

  /// Creates evidence of a row that was not measured yet.
  package init(executable: String, row: String, presence: RowPresence) {
    self.executable = executable
    self.row = row
    self.presence = presence
  }

  /// A row that an interrupted gate has not come to.
  static func interrupted(_ executable: String, _ row: String) -> RowEvidence {
    var evidence = RowEvidence(executable: executable, row: row, presence: .both)
    evidence.failure = interruption
    return evidence
  }

  private static let interruption = "the gate was interrupted before"

  /// Whether the gate was interrupted before it came to the row.
  var isInterrupted: Bool { failure == Self.interruption }

  /// The identity of the row among all rows.
  package var identity: String {
    isControl == true ? Self.controlIdentity(executable, row) : "\(executable) \(row)"
  }

  /// Whether nothing of it has failed.
  package var isComplete: Bool { failure == nil && countingFailure == nil }

  /// The identity of the base against itself.
  static func controlIdentity(_ executable: String, _ row: String) -> String {
    "\(executable) \(row) (the base against itself)"
  }
}

/// The evidence of pairs of processes about one time of a row.
package struct TimeEvidence: Codable, Equatable, Sendable {
  /// Which time.
  package var metric: GateMetric
  /// The log-ratios of the pairs.
  package var ratios: PairRatios
  /// The median sample of the base, in nanoseconds an operation.
  package var base: Double
  /// The median sample of the head, in nanoseconds an operation.
  package var head: Double
  package var isConcurrent = false
  /// Whether all pairs of the plan were taken, and not only those of the first look.
  package var isWhole: Bool
  /// What the process of each pair took of the operating system at the base; `nil` where nobody asked.
  package var baseUsage: [RowUsage]?
  /// The same at the head; as many, of the same pairs.
  package var headUsage: [RowUsage]?
  /// The means of the samples; `nil` of several threads or tasks, of whole commands, and of files of before there were
  /// any.
  package var means: MeanRatios?
  /// What else kept the processors busy meanwhile, of several threads or tasks; `nil` where the kernel doesn't tell.
  package var disturbance: Disturbance?
}
