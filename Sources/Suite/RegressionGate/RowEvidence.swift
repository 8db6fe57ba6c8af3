public import BenchmarkHarness

/// All that was measured of one row at base and head.
public struct RowEvidence: Codable, Equatable, Sendable {
  /// The benchmark executable.
  public let executable: String
  /// The full name of the row.
  public let row: String
  /// On which sides it is there.
  public let presence: RowPresence
  /// How many iterations a sample had; `nil` if it was never run.
  public var iterations: Int?
  /// Whether several threads or tasks take part, as far as the row says.
  public var isConcurrent = false
  /// The counts at the base.
  public var baseCounts: RowCounts?
  /// The counts at the head.
  public var headCounts: RowCounts?
  /// The counts of each run of a whole command at the base, in as many layouts of memory; ``baseCounts``
  /// are their medians.
  public var baseCountRuns: [RowCounts]?
  /// The counts of each run at the head, in the same layouts.
  public var headCountRuns: [RowCounts]?
  /// Why the row could not be counted though it should.
  public var countingFailure: String?
  /// The times that were compared.
  public var times: [TimeEvidence] = []
  /// The wall time of the base against a copy of the base, where a change was seen.
  public var control: TimeEvidence?
  /// What a run of a whole command takes of the CPU at the base, in nanoseconds: the median.
  public var baseCPU: Double?
  /// What it takes at the head.
  public var headCPU: Double?
  /// Peak memory of a whole command at the base, in bytes.
  public var baseMemory: Double?
  /// Peak memory at the head.
  public var headMemory: Double?
  /// What was left out, and why.
  public var notes: [String] = []
  /// How long it took to measure it, in seconds.
  public var seconds: Double?
  /// Why the row could not be measured at all.
  public var failure: String?

  /// Whether this is the base against a copy of itself, for the sake of the whole job.
  public var isControl: Bool?

  /// Creates evidence of a row that was not measured yet.
  public init(executable: String, row: String, presence: RowPresence) {
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

  /// What tells the row from all others.
  public var identity: String {
    isControl == true ? Self.controlIdentity(executable, row) : "\(executable) \(row)"
  }

  /// Whether nothing of it has failed.
  public var isComplete: Bool { failure == nil && countingFailure == nil }

  /// What tells the base against itself from the row.
  static func controlIdentity(_ executable: String, _ row: String) -> String {
    "\(executable) \(row) (the base against itself)"
  }
}
