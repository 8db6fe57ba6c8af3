import Counting
import ReportRendering

extension GateReport {
  /// The differences, row by row and function by function, without a verdict.
  ///
  /// - Parameter width: The longest line of a table, in characters; `nil` for no limit.
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
  /// What a comparison without a gate reports about the row; empty if nothing differs.
  fileprivate var differenceLines: [String] {
    let explained = evidence.attribution?.differences.map(\.metric) ?? []
    let differing = comparisons.filter { comparison in
      CostMetric(comparison.metric).map(explained.contains) ?? false
    }
    let changes = differing.map { comparison in
      "\(comparison.metric.rawValue): \(GateText.values(of: comparison)), \(GateText.change(comparison))"
    }
    let mine = notes.filter { !$0.hasPrefix("nothing of it is gated") }
    return changes + (evidence.attribution?.lines ?? []) + mine
  }
}
