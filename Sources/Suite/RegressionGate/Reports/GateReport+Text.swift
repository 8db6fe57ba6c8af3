import BenchmarkResults
import Counting
import ReportRendering
import Statistics

extension GateReport {
  /// The report for a terminal.
  ///
  /// - Parameters:
  ///   - showsAll: Whether to list passing rows too.
  ///   - width: The longest line of a table, in characters; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func text(showsAll: Bool = false, width: Int? = nil) -> String {
    var text = "\n\(heading)\n\n"
    // One line at the end covers all rows that were not reached.
    let flagged = flagged.filter { !$0.evidence.isInterrupted }
    let listed = showsAll ? rows : flagged
    if !listed.isEmpty { text += Self.table(listed).rendered(width: width) + "\n" }
    for row in flagged {
      let name = "\(row.evidence.executable) \(row.evidence.row)"
      text += "\(row.verdict.rawValue): \(TextTable.singleLine(name))\n"
      for line in row.details { text += "  \(TextTable.singleLine(line))\n" }
      text += row.attribution?.text(indentation: 4, width: width) ?? ""
      if let time = row.evidence.times.first, row.showsPairs {
        let strip = PairStrip(ratios: time.ratios, limit: row.wallLimit(limits))
          .rendered(codeOffsets: plan.codeOffsets)
        text += strip.split(separator: "\n").map { "  \($0)\n" }.joined()
      }
    }
    for note in allNotes { text += "note: \(TextTable.singleLine(note))\n" }
    return text + conclusion + "\n"
  }

  /// The sides, the number of rows, and the time.
  var heading: String {
    "\(head) against \(base): \(GateText.rows(rows.count)) in \(Int(seconds.rounded())) s"
  }

  /// The counts of the verdicts, and what follows from them.
  var conclusion: String {
    if isUnchanged == true {
      return "gate: passed: nothing that a benchmark is made of has changed"
    }
    let words = rows.map(\.word)
    let verdicts = [Verdict.pass, .improvement, .regression, .unknown, .unmeasured].map(\.rawValue)
    let counts = (verdicts + ["new", "gone"]).compactMap { word -> String? in
      let count = words.count { $0 == word }
      return count == 0 ? nil : "\(count) \(word)"
    }
    let isCompared = words.contains { verdicts.contains($0) }
    let none = isCompared || words.isEmpty ? "" : "no row was compared: "
    let accepted = rows.count { $0.acceptance != nil }
    let acceptance = accepted == 0 ? "" : " (\(accepted) accepted)"
    let result =
      switch exitCode {
      case 0: "passed"
      case 2: "regressed"
      default: "could not measure"
      }
    return "gate: \(result): \(none)\(counts.joined(separator: ", "))\(acceptance)"
  }

  /// The notes about the whole gate, including those that follow from its rows and its end.
  private var allNotes: [String] {
    notes + ungatedNotes + raisedLimits + leakNotes
      + [oneSidedNote, undecidedCountsNote, interruption].compactMap(\.self)
  }

  /// The metrics that should decide but were not measured, for example because the base's harness is older.
  private var ungatedNotes: [String] {
    (limits.alsoGated ?? []).compactMap { metric in
      let without = rows.filter { row in
        !row.comparisons.isEmpty && !row.comparisons.contains { $0.metric == metric }
      }
      return without.isEmpty
        ? nil
        : "\(metric.rawValue): not measured in \(GateText.rows(without.count)), so it isn't gated there"
    }
  }

  /// What operations of rows that pass leave in memory.
  private var leakNotes: [String] {
    rows.filter { $0.verdict == .pass }.flatMap { row in
      row.comparisons.filter { $0.metric == .leaks }.compactMap(\.note)
        .map { "\(row.evidence.executable) \(row.evidence.row): \($0)" }
    }
  }

  /// The option for one-sided rows, if these keep the gate from passing.
  private var oneSidedNote: String? {
    let oneSided = rows.filter { $0.isOneSided && $0.verdict == .unmeasured }
    guard !oneSided.isEmpty else { return nil }
    let pass = "--allow-new lets \(oneSided.count == 1 ? "it" : "them") pass"
    if oneSided.count == rows.count, oneSided.allSatisfy({ $0.evidence.presence == .added }) {
      return "the base has no row of these; \(pass)"
    }
    let rows = "\(GateText.rows(oneSided.count)) \(oneSided.count == 1 ? "is" : "are")"
    return "\(rows) on one side only; if that is meant, \(pass)"
  }

  static func table(_ rows: [RowJudgement]) -> TextTable {
    let percentile = rows.lazy.flatMap(\.comparisons).map(\.metric)
      .first { $0.percentile != nil }
    var table = TextTable(
      headers: ["verdict", "row", "wall", "99 % bounds"] + (percentile.map { [$0.rawValue] } ?? [])
        + ["instructions", "allocations"],
      alignments: [.left, .left]
    )
    for row in rows {
      func comparison(_ metric: GateMetric) -> MetricComparison? {
        row.comparisons.first { $0.metric == metric }
      }
      let tail = percentile.map { [GateText.change(comparison($0))] } ?? []
      table.append(
        row: [
          row.acceptance == nil ? row.word : "accepted",
          row.evidence.row,
          GateText.change(comparison(.wall)),
          GateText.interval(comparison(.wall)),
        ] + tail + [
          GateText.change(comparison(.instructions)),
          GateText.change(comparison(.allocations)),
        ]
      )
    }
    return table
  }
}

extension RowJudgement {
  /// The verdict in a word; `new` or `gone` for a one-sided row that passes.
  var word: String {
    switch (verdict, evidence.presence) {
    case (.pass, .added): "new"
    case (.pass, .removed): "gone"
    default: verdict.rawValue
    }
  }

  /// Whether the report shows the row's pairs: its wall time didn't pass, or has a note.
  var showsPairs: Bool {
    comparisons.contains { $0.metric == .wall && ($0.verdict != .pass || $0.note != nil) }
  }

  /// The share from which its wall time counts as changed.
  func wallLimit(_ limits: GateLimits) -> Double {
    comparisons.first { $0.metric == .wall }?.limit ?? limits.wall
  }

  /// The changed metrics, the functions behind them, and the notes, one per line.
  var details: [String] { changes + (attribution?.lines ?? []) + notes }

  /// The changed metrics, one per line.
  var changes: [String] {
    let changed = comparisons.filter { $0.verdict != .pass || $0.note != nil }
    return changed.map { comparison in
      let bounds = comparison.lower == nil ? "" : " (\(GateText.interval(comparison)))"
      let note = comparison.note.map { "; \($0)" } ?? ""
      let gated = comparison.isGated ? "" : "; told, not gated"
      let own = evidence.limit?.share(of: comparison.metric) == comparison.limit ? "its own " : ""
      return "\(comparison.metric.rawValue): \(GateText.values(of: comparison)), "
        + "\(GateText.change(comparison))\(bounds), \(own)limit \(GateText.percent(comparison.limit))"
        + note + gated
    }
  }
}

extension GateReport {
  /// The report as Markdown, for the summary of a CI job or a comment on a pull request.
  ///
  /// - Parameters:
  ///   - pictures: The paths of pictures, by identity of the row; the text links them.
  ///   - flames: The same for flame graphs.
  /// - Returns: Lines, each with its end.
  package func markdown(
    pictures: [String: String] = [:],
    flames: [String: String] = [:]
  ) -> String {
    var text = "## \(Self.mark(of: exitCode)) \(escape(conclusion))\n\n\(escape(heading)).\n\n"
    if !flagged.isEmpty { text += Self.table(flagged).renderedMarkdown() + "\n" }
    for row in flagged {
      text += "### \(escape(row.verdict.rawValue)): \(escape(row.evidence.row))\n\n"
      for line in row.changes { text += "- \(escape(line))\n" }
      for line in (row.attribution?.lines ?? []) + row.notes {
        text += "- \(RowAttribution.markdownLine(line))\n"
      }
      text += "\n\(row.attribution?.markdown() ?? "")"
      if let time = row.evidence.times.first, row.showsPairs {
        let strip = PairStrip(ratios: time.ratios, limit: row.wallLimit(limits))
          .rendered(codeOffsets: plan.codeOffsets)
        text += "```\n\(strip)```\n\n"
      }
      if let picture = pictures[row.evidence.identity] {
        text += "![\(escape(row.evidence.row)), head against base](<\(picture)>)\n\n"
      }
      if let flames = flames[row.evidence.identity] {
        text += "![\(escape(row.evidence.row)), the functions that differ](<\(flames)>)\n\n"
      }
    }
    for note in allNotes { text += "- note: \(escape(note))\n" }
    let passed = rows.filter { $0.verdict == .pass }
    if !passed.isEmpty {
      let compared = passed.count { !$0.isOneSided }
      let others = passed.count - compared
      let summary =
        "\(GateText.rows(compared)) \(compared == 1 ? "passes" : "pass")"
        + (others == 0 ? "" : ", \(others) not compared")
      text += "\n<details><summary>\(summary)</summary>\n\n"
      text += Self.table(passed).renderedMarkdown() + "\n</details>\n"
    }
    return text + """

      \(measures). A wall time counts from \(GateText.percent(limits.wall)) on, \
      instructions from \(GateText.percent(limits.instructions)), allocations from one on\(ownLimits). \
      \(escape(machine.cpuModel)), load \(loads).

      """
  }

  var measures: String {
    let counted = rows.contains { $0.evidence.baseCounts != nil } ? ["counted under valgrind"] : []
    let strata = rows.compactMap(\.evidence.times.first).map(\.ratios.strata)
    let codeOffsets = strata.map(\.count).max() ?? 0
    let pairs = strata.map { $0.reduce(0) { $0 + $1.count } }.max() ?? 0
    let timed =
      pairs == 0
      ? []
      : [
        "timed in up to \(pairs) interleaved pairs of processes"
          + (codeOffsets > 1 ? " over \(codeOffsets) code offsets" : "")
      ]
    let watched =
      rows.contains { $0.evidence.headLeaves != nil } ? ["run with each allocation noted"] : []
    let ways = counted + timed + watched
    return ways.isEmpty ? "No row was measured" : "Rows were \(ways.joined(separator: " and "))"
  }

  var loads: String {
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

  func escape(_ text: String) -> String { TextTable.markdownEscaped(text) }
}

/// Numbers and names as all reports of a gate format them.
package enum GateText {
  /// `+5.2 %`, `-0.03 %`, or `0 %`.
  package static func percent(_ share: Double) -> String {
    let percent = share * 100
    guard percent.isFinite else { return "-" }
    if percent == 0 { return "0 %" }
    let decimals = abs(percent) >= 100 ? 0 : abs(percent) >= 1 ? 1 : abs(percent) >= 0.01 ? 2 : 4
    return NumberFormat.percent(share, decimals: decimals, isChange: true)
  }

  /// `93 %`.
  static func share(_ share: Double) -> String {
    NumberFormat.percent(share, decimals: 0)
  }

  /// `31.4 ns`.
  static func time(_ nanoseconds: Double) -> String {
    DurationFormat.string(nanoseconds: nanoseconds)
  }

  /// `+31.4 ns`.
  static func signedTime(_ nanoseconds: Double) -> String {
    (nanoseconds < 0 ? "-" : "+") + time(abs(nanoseconds))
  }

  /// `1 row` or `2 rows`.
  static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// `1 command` or `2 commands`.
  static func commands(_ count: Int) -> String { count == 1 ? "1 command" : "\(count) commands" }

  /// The change of a metric as a share; both values if there is no share.
  static func change(_ comparison: MetricComparison?) -> String {
    guard let comparison else { return "-" }
    guard let change = comparison.change else {
      return "\(value(comparison.base)) -> \(value(comparison.head))"
    }
    return percent(change)
  }

  /// `-0.2 %..+0.9 %`.
  static func interval(_ comparison: MetricComparison?) -> String {
    guard let lower = comparison?.lower, let upper = comparison?.upper else { return "-" }
    return "\(percent(lower))..\(percent(upper))"
  }

  /// Both values of a metric with its unit, with enough digits to tell them apart.
  static func values(of comparison: MetricComparison) -> String {
    let values = Sides(base: comparison.base, head: comparison.head)
    var texts = values.map { value($0, of: comparison.metric) }
    if texts.base == texts.head, values.difference != 0, comparison.metric.isCount {
      texts = values.map { NumberFormat.string($0, decimals: 4) }
    }
    return "\(texts.base) -> \(texts.head)"
  }

  /// A value of a metric with its unit.
  static func value(_ value: Double, of metric: GateMetric) -> String {
    switch metric {
    case .wall, .mean, .p90, .p99, .p999, .cpu: DurationFormat.string(nanoseconds: value)
    case .memory, .residentMemory: NumberFormat.string(value / 1_048_576, decimals: 1) + " MiB"
    case .residentGrowth, .leaks: NumberFormat.string(value, decimals: 1) + " bytes"
    case .contextSwitches: NumberFormat.string(value, decimals: 4)
    case .instructions, .allocations, .retains, .releases, .systemCalls: self.value(value)
    }
  }

  private static func value(_ value: Double) -> String {
    NumberFormat.string(value, decimals: value.rounded() == value ? 0 : value < 100 ? 2 : 0)
  }
}
