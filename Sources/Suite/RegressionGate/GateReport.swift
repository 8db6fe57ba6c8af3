package import BenchmarkResults

/// What a gate found.
package struct GateReport: Codable, Equatable, Sendable {
  /// The version of the format.
  package private(set) var schemaVersion = 1
  /// What the head is compared with, such as `main (0123456789ab)`.
  package let base: String
  /// What is judged.
  package let head: String
  /// When the gate began, as an ISO 8601 date and time in UTC.
  package let date: String
  /// What it ran on.
  package let machine: MachineDescription
  /// The load averages over 1, 5 and 15 minutes at its end.
  package let loadAverages: [Double]
  /// What is a change.
  package let limits: GateLimits
  /// How pairs were taken.
  package let plan: PairPlan
  /// How long it took without the builds, in seconds.
  package let seconds: Double
  /// The rows.
  package internal(set) var rows: [RowJudgement]
  /// The base against a copy of itself, for some rows.
  package let controls: [RowEvidence]
  /// What else there is to know of the whole.
  package let notes: [String]
  /// Why the gate stopped before its end; `nil` if it didn't.
  package let interruption: String?

  /// How the job ends: 0 if nothing has regressed, 2 if something has, 3 if something could not be
  /// measured.
  ///
  /// Rows that are too noisy to tell don't fail it, unless there is nothing else.
  package var exitCode: Int32 {
    if rows.contains(where: \.fails) { return 2 }
    let isMeasured = rows.allSatisfy { $0.verdict != .unmeasured && $0.evidence.isComplete }
    if interruption != nil || rows.isEmpty || !isMeasured { return 3 }
    return rows.allSatisfy { $0.verdict == .unknown } ? 3 : 0
  }

  /// The rows that somebody should look at.
  package var flagged: [RowJudgement] {
    rows.filter { $0.verdict != .pass }
  }

  /// Takes the acceptances into account.
  package mutating func accept(_ acceptances: [AcceptedRegression]) {
    for acceptance in acceptances {
      for index in rows.indices where rows[index].verdict == .regression {
        rows[index].accept(acceptance)
      }
    }
  }
}
