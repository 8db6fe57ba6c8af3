package import BenchmarkResults
import ReportRendering

/// The findings of a gate.
package struct GateReport: Codable, Equatable, Sendable {
  package private(set) var schemaVersion = 1
  /// The name of the base, such as `main (0123456789ab)`.
  package let base: String
  /// The side that is judged.
  package let head: String
  /// When the gate began, as an ISO 8601 date and time in UTC.
  package let date: String
  package let machine: MachineDescription
  /// The load averages over 1, 5 and 15 minutes at its end.
  package let loadAverages: [Double]
  package let limits: GateLimits
  /// How pairs were taken.
  package let plan: PairPlan
  /// How long it took without the builds, in seconds.
  package let seconds: Double
  package internal(set) var rows: [RowJudgement]
  /// The name under which it is told that the rows of an executable couldn't be listed.
  static let allRows = "(all rows)"
  /// The base against a copy of itself, for some rows.
  package let controls: [RowEvidence]
  /// Notes about the whole.
  package let notes: [String]
  /// Why the gate stopped before its end; `nil` if it didn't.
  package let interruption: String?

  /// Whether the rows of both sides could be listed to their end.
  package var listsAllRows: Bool {
    interruption == nil && !rows.contains { $0.evidence.row == Self.allRows }
  }

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

extension GateReport {
  /// The report as JUnit XML: a row is a test; a regression is a failure, what could not be measured an
  /// error, what is too noisy skipped.
  package func junit() -> String {
    let cases = rows.map { row -> String in
      let start = """
        <testcase classname="\(attribute(row.evidence.executable))" \
        name="\(attribute(row.evidence.row))" time="\(row.evidence.seconds ?? 0)"
        """
      let details = escape(row.details.joined(separator: "\n"))
      let first = attribute(row.details.first ?? row.verdict.rawValue)
      return switch row.verdict {
      case .regression where row.fails:
        "\(start)>\n<failure message=\"\(first)\">\(details)</failure>\n</testcase>\n"
      case .unmeasured:
        "\(start)>\n<error message=\"\(first)\">\(details)</error>\n</testcase>\n"
      case .unknown: "\(start)>\n<skipped message=\"\(first)\"/>\n</testcase>\n"
      case .pass, .improvement, .regression:
        row.details.isEmpty
          ? "\(start)/>\n" : "\(start)>\n<system-out>\(details)</system-out>\n</testcase>\n"
      }
    }
    // Interrupted before it knew its rows, it has none to tell of.
    let whole =
      rows.isEmpty
      ? interruption.map { reason in
        "<testcase classname=\"hamon gate\" name=\"(all rows)\" time=\"0\">\n"
          + "<error message=\"\(attribute(reason))\"/>\n</testcase>\n"
      } : nil
    let more = whole == nil ? 0 : 1
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      <testsuite name="hamon gate" tests="\(rows.count + more)" failures="\(rows.count(where: \.fails))" \
      errors="\(count(.unmeasured) + more)" skipped="\(count(.unknown))" \
      timestamp="\(escape(String(date.prefix(19))))">
      \(cases.joined())\(whole ?? "")</testsuite>
      </testsuites>

      """
  }

  private func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

  /// An end of a line in an attribute is read as a space, unless it is written as a number.
  private func attribute(_ text: String) -> String {
    escape(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }

  private func escape(_ text: String) -> String { HTMLPage.escape(text) }
}
