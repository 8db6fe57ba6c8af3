import BenchmarkResults
import Counting
import ReportRendering

extension GateReport {
  /// What became faster and slower, as Markdown for the notes of a release.
  package func releaseNotes() -> String {
    let compared = rows.filter { !$0.isOneSided }
    func names(_ presence: RowPresence) -> [String] {
      rows.filter { $0.evidence.presence == presence }.map(\.escapedName)
    }
    let groups = [
      ("Faster", compared.filter { $0.verdict == .improvement }),
      ("Slower", compared.filter { $0.verdict == .regression }),
      ("Unknown", compared.filter { [.unknown, .unmeasured].contains($0.verdict) }),
    ]
    let counts = groups.map { "\($1.count) \($0.lowercased())" }.joined(separator: ", ")
    let same = compared.count { $0.verdict == .pass }
    var text = """
      ## Performance: \(escape(base)) to \(escape(head))

      Of \(GateText.rows(compared.count)) of both: \(counts), \(same) unchanged.

      """
    for (title, rows) in groups where !rows.isEmpty {
      text += "\n### \(title)\n\n"
      for row in rows.sorted(by: { $0.largestChange > $1.largestChange }) {
        text += "- \(row.escapedName)\(escape(row.evidenceText))\n"
        for line in row.reasons { text += "  - \(RowAttribution.markdownLine(line))\n" }
      }
    }
    for (title, rows) in [("New", names(.added)), ("Gone", names(.removed))] where !rows.isEmpty {
      text += "\n### \(title)\n\n\(rows.joined(separator: ", "))\n"
    }
    let notes = notes + raisedLimits + [interruption].compactMap(\.self)
    if !notes.isEmpty { text += "\n" + notes.map { "- note: \(escape($0))\n" }.joined() }
    return text + """

      \(measures). Faster and slower: wall time from \(GateText.percent(limits.wall)) on, several threads or tasks \
      \(GateText.percent(limits.concurrentWall)), for certain; instructions from \
      \(GateText.percent(limits.instructions)), allocations from one on\(ownLimits). \
      \(escape(machine.cpuModel)), load \(loads).

      """
  }

  /// Whether no row was missed that both sides have.
  package var comparesAllRows: Bool {
    listsAllRows && rows.allSatisfy { $0.isOneSided || $0.verdict != .unmeasured }
  }
}

extension RowJudgement {
  fileprivate var escapedName: String {
    "**\(TextTable.markdownEscaped(evidence.row))** (\(TextTable.markdownEscaped(evidence.executable)))"
  }

  /// The size of its largest change, as a share; growth from zero is the largest.
  fileprivate var largestChange: Double {
    comparisons.filter { $0.isGated && $0.verdict.isChange }
      .map { abs($0.change ?? .infinity) }.max() ?? 0
  }

  /// Its time and what else has changed, after a colon; empty for a row that wasn't measured.
  fileprivate var evidenceText: String {
    let told = comparisons.filter { $0.metric == .wall || $0.verdict != .pass }
    let texts = told.map { comparison in
      let bounds = comparison.metric.isCount ? nil : comparison.lower.map { _ in comparison }
      // A change from none is in the values.
      let change = comparison.change.map { _ in ", \(GateText.change(comparison))" } ?? ""
      return "\(comparison.metric == .wall ? "time" : comparison.metric.rawValue) "
        // Markdown has no arrows of this kind.
        + GateText.values(of: comparison).replacing(" -> ", with: " to ") + change
        + (bounds.map { " (\(GateText.interval($0)))" } ?? "")
        + (comparison.note.map { ", \($0)" } ?? "")
    }
    return texts.isEmpty ? "" : ": " + texts.joined(separator: "; ")
  }

  /// The functions behind it, and the notes; of a changed row without those on what wasn't measured.
  fileprivate var reasons: [String] {
    (attribution?.lines ?? [])
      + (verdict.isChange ? notes.filter { !evidence.notes.contains($0) } : notes)
  }
}
