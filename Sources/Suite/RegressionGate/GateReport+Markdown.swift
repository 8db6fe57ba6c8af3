import BenchmarkResults
import ReportRendering

extension GateReport {
  /// The report as Markdown, for the summary of a CI job or a comment on a pull request.
  ///
  /// - Parameter pictures: The paths of pictures by identity of the row, as links in the text.
  /// - Returns: Lines, each with its end.
  package func markdown(pictures: [String: String] = [:]) -> String {
    var text = "## \(Self.mark(of: exitCode)) \(escape(conclusion))\n\n\(escape(heading)).\n\n"
    if !flagged.isEmpty { text += Self.table(flagged).renderedMarkdown() + "\n" }
    for row in flagged {
      text += "### \(escape(row.verdict.rawValue)): \(escape(row.evidence.row))\n\n"
      for line in row.details { text += "- \(escape(line))\n" }
      text += "\n"
      if let time = row.evidence.times.first, row.showsPairs {
        let strip = PairStrip(ratios: time.ratios, limit: row.wallLimit(limits))
          .rendered(paddings: plan.paddings)
        text += "```\n\(strip)```\n\n"
      }
      if let picture = pictures[row.evidence.identity] {
        text += "![\(escape(row.evidence.row)), head against base](<\(picture)>)\n\n"
      }
    }
    for note in notes + [interruption].compactMap({ $0 }) { text += "- note: \(escape(note))\n" }
    let passed = rows.filter { $0.verdict == .pass }
    if !passed.isEmpty {
      text +=
        "\n<details><summary>\(GateText.rows(passed.count)) \(passed.count == 1 ? "passes" : "pass")</summary>\n\n"
      text += Self.table(passed).renderedMarkdown() + "\n</details>\n"
    }
    return text + """

      \(measures). A wall time counts from \(GateText.percent(limits.wall)) on, \
      instructions from \(GateText.percent(limits.instructions)), allocations from one on. \
      \(escape(machine.cpuModel)), load \(loads).

      """
  }

  private var measures: String {
    let counted = rows.contains { $0.evidence.baseCounts != nil } ? ["counted under valgrind"] : []
    let strata = rows.compactMap(\.evidence.times.first).map(\.ratios.strata)
    let paddings = strata.map(\.count).max() ?? 0
    let pairs = strata.map { $0.reduce(0) { $0 + $1.count } }.max() ?? 0
    let timed =
      pairs == 0
      ? []
      : [
        "timed in up to \(pairs) interleaved pairs of processes"
          + (paddings > 1 ? " over \(paddings) paddings of the code" : "")
      ]
    let ways = counted + timed
    return ways.isEmpty ? "No row was measured" : "Rows were \(ways.joined(separator: " and "))"
  }

  private var loads: String {
    loadAverages.map { NumberFormat.string($0, decimals: 1) }
      .joined(separator: " ")
  }

  private static func mark(of exitCode: Int32) -> String {
    switch exitCode {
    case 0: "✅"
    case 2: "❌"
    default: "⚠️"
    }
  }

  private func escape(_ text: String) -> String { TextTable.markdownEscaped(text) }
}
