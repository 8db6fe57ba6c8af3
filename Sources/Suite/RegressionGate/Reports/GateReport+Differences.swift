import CostAttribution
import ExactCounts
import ReportRendering

extension GateReport {
  /// What differs, row by row and function by function, without a verdict.
  ///
  /// - Parameter width: How many characters a line of a table may have; `nil` for as many as there are.
  /// - Returns: The text, with a newline at the end of each line.
  package func differenceText(width: Int? = nil) -> String {
    var text = "\n\(head) against \(base)\n"
    var same = 0
    for row in rows {
      let lines = row.differenceLines
      if lines.isEmpty {
        same += 1
        continue
      }
      let name = "\(row.evidence.executable) \(row.evidence.row)"
      text += "\n\(TextTable.singleLine(name))\n"
      for line in lines { text += "  \(TextTable.singleLine(line))\n" }
      text += row.evidence.attribution?.text(indentation: 4, width: width) ?? ""
    }
    for note in notes + [interruption].compactMap(\.self) {
      text += "note: \(TextTable.singleLine(note))\n"
    }
    if same > 0 { text += "\nno difference: \(GateText.rows(same))\n" }
    return text
  }

  /// Whether all rows that both sides have were counted.
  package var isCompared: Bool {
    interruption == nil && !rows.isEmpty
      && rows.allSatisfy { row in
        row.isOneSided || row.evidence.isComplete && row.evidence.baseCounts != nil
      }
  }
}

extension RowJudgement {
  /// What a comparison without a gate tells of the row; nothing where it is the same.
  fileprivate var differenceLines: [String] {
    let explained = evidence.attribution?.differences.map(\.metric) ?? []
    let differing = comparisons.filter { comparison in
      CostMetric(comparison.metric).map(explained.contains) ?? false
    }
    let changes = differing.map { comparison in
      let (base, head) = GateText.values(of: comparison)
      return "\(comparison.metric.rawValue): \(base) -> \(head), \(GateText.change(comparison))"
    }
    let mine = notes.filter { !$0.hasPrefix("nothing of it is gated") }
    return changes + (evidence.attribution?.lines ?? []) + mine
  }
}
