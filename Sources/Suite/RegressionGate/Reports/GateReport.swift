package import BenchmarkResults
import ReportRendering

/// The findings of a gate.
package struct GateReport: Codable, Equatable, Sendable {
  package private(set) var schemaVersion = 1
  /// The name of the base, such as `main (0123456789ab)`.
  package let base: String
  /// The judged side.
  package let head: String
  /// When the gate began, as an ISO 8601 date and time in UTC.
  package let date: String
  package let machine: MachineDescription
  /// The load averages over 1, 5 and 15 minutes at its end.
  package let loadAverages: [Double]
  package let limits: GateLimits
  /// How pairs were measured.
  package let plan: PairPlan
  /// The duration without builds, in seconds.
  package let seconds: Double
  package internal(set) var rows: [RowJudgement]
  /// The row name that reports that an executable's rows couldn't be listed.
  static let allRows = "(all rows)"
  /// Comparisons of the base with a copy of itself, for some rows.
  package let controls: [RowEvidence]
  /// Notes about the whole gate.
  package var notes: [String]
  /// Why the gate stopped early; `nil` if it didn't.
  package let interruption: String?
  /// Whether nothing was compared, because no file that a benchmark is made of differs.
  package var isUnchanged: Bool?

  /// Whether all rows of both sides could be listed.
  package var listsAllRows: Bool {
    interruption == nil && !rows.contains { $0.evidence.row == Self.allRows }
  }

  /// The exit code: 0 if nothing regressed, 2 if something did, 3 if something could not be measured.
  ///
  /// Rows that are too noisy to tell don't fail the job, unless all rows are.
  package var exitCode: Int32 {
    if isUnchanged == true { return 0 }
    if rows.contains(where: \.fails) { return 2 }
    let isMeasured = rows.allSatisfy { $0.verdict != .unmeasured && $0.evidence.isComplete }
    if interruption != nil || rows.isEmpty || !isMeasured { return 3 }
    return rows.allSatisfy { $0.verdict == .unknown } ? 3 : 0
  }

  /// The rows that need attention: all that don't pass.
  package var flagged: [RowJudgement] {
    rows.filter { $0.verdict != .pass }
  }

  /// Marks regressions as accepted where an acceptance covers them.
  package mutating func accept(_ acceptances: [AcceptedRegression]) {
    for acceptance in acceptances {
      for index in rows.indices where rows[index].verdict == .regression {
        rows[index].accept(acceptance)
      }
    }
  }
}

extension GateReport {
  /// The report as JUnit XML: a row is a test.
  ///
  /// A regression is a failure, an unmeasured row an error, a row too noisy to tell skipped.
  package func junit() -> String {
    var junit = JUnitSuite("hamon gate", date: date)
    for row in rows {
      let details = row.details.joined(separator: "\n")
      let outcome: JUnitSuite.Outcome =
        switch row.verdict {
        case .regression where row.fails: .failure
        case .unmeasured: .error
        case .unknown: .skipped
        case .pass, .improvement, .regression: .passed
        }
      junit.add(
        row.evidence.row,
        of: row.evidence.executable,
        seconds: row.evidence.seconds ?? 0,
        outcome,
        message: row.details.first ?? row.verdict.rawValue,
        details: outcome == .skipped ? "" : details
      )
    }
    // A gate that was interrupted before it listed its rows has none to report.
    if rows.isEmpty, let interruption {
      junit.add(Self.allRows, of: "hamon gate", .error, message: interruption)
    }
    return JUnitSuite.rendered([junit])
  }
}
