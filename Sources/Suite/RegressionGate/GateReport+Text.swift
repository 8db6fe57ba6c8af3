import ReportRendering

extension GateReport {
  /// The report for a terminal.
  ///
  /// - Parameter showsAll: Whether rows that pass are listed too.
  /// - Returns: Lines, each with its end.
  package func text(showsAll: Bool = false) -> String {
    var text = "\n\(heading)\n\n"
    // A line for all rows that it has not come to, at the end, is enough for people.
    let flagged = flagged.filter { !$0.evidence.isInterrupted }
    let listed = showsAll ? rows : flagged
    if !listed.isEmpty { text += Self.table(listed).rendered() + "\n" }
    for row in flagged {
      text += "\(row.verdict.rawValue): \(row.evidence.executable) \(row.evidence.row)\n"
      for line in row.details { text += "  \(line)\n" }
      if let time = row.evidence.times.first, row.showsPairs {
        let strip = PairStrip(ratios: time.ratios, limit: row.wallLimit(limits))
          .rendered(paddings: plan.paddings)
        text += strip.split(separator: "\n").map { "  \($0)\n" }.joined()
      }
    }
    for note in notes { text += "note: \(note)\n" }
    if let interruption { text += "note: \(interruption)\n" }
    return text + conclusion + "\n"
  }

  /// What was compared with what, how much, and in what time.
  var heading: String {
    "\(head) against \(base): \(GateText.rows(rows.count)) in \(Int(seconds.rounded())) s"
  }

  /// The counts of the verdicts, and what follows from them.
  var conclusion: String {
    let counts = [Verdict.pass, .improvement, .regression, .unknown, .unmeasured].compactMap {
      verdict -> String? in
      let count = rows.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    let accepted = rows.count { $0.acceptance != nil }
    let acceptance = accepted == 0 ? "" : " (\(accepted) accepted)"
    let result =
      switch exitCode {
      case 0: "passed"
      case 2: "regressed"
      default: "could not measure"
      }
    return "gate: \(result): \(counts.joined(separator: ", "))\(acceptance)"
  }

  static func table(_ rows: [RowJudgement]) -> TextTable {
    var table = TextTable(
      headers: ["verdict", "row", "wall", "99 % bounds", "instructions", "allocations"],
      alignments: [.left, .left]
    )
    for row in rows {
      func comparison(_ metric: GateMetric) -> MetricComparison? {
        row.comparisons.first { $0.metric == metric }
      }
      table.append(row: [
        row.acceptance == nil ? row.verdict.rawValue : "accepted",
        row.evidence.row,
        GateText.change(comparison(.wall)),
        GateText.interval(comparison(.wall)),
        GateText.change(comparison(.instructions)),
        GateText.change(comparison(.allocations)),
      ])
    }
    return table
  }
}

extension RowJudgement {
  /// Whether the pairs of the row have something to tell.
  var showsPairs: Bool {
    comparisons.contains { $0.metric == .wall && ($0.verdict != .pass || $0.note != nil) }
  }

  /// From what share on its wall time counts.
  func wallLimit(_ limits: GateLimits) -> Double {
    comparisons.first { $0.metric == .wall }?.limit ?? limits.wall
  }

  /// The metrics that have changed, and the notes, a line each.
  var details: [String] {
    let changed = comparisons.filter { $0.verdict != .pass || $0.note != nil }
    return changed.map { comparison in
      let base = GateText.value(comparison.base, of: comparison.metric)
      let head = GateText.value(comparison.head, of: comparison.metric)
      let bounds = comparison.lower == nil ? "" : " (\(GateText.interval(comparison)))"
      let note = comparison.note.map { "; \($0)" } ?? ""
      let gated = comparison.isGated ? "" : "; told, not gated"
      return "\(comparison.metric.rawValue): \(base) -> \(head), "
        + "\(GateText.change(comparison))\(bounds), limit \(GateText.percent(comparison.limit))"
        + note + gated
    } + notes
  }
}
