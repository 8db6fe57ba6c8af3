import BenchmarkResults
import Glibc
import ReportRendering
import Statistics

extension RunComparison {
  /// What is evidence and what isn't.
  private static let legend = """
    Evidence is what a run measured in turn: the ratio of a row to its floor or peer, of the same run. Each line below \
    compares that ratio of A with that of B. It also changes if the floor or peer itself does; then all rows beside that one \
    do. The times of two runs are no evidence, because a machine's speed drifts by tens of percent between them. A change \
    counts as clear if all of its interval is on one side of 0 %, and if it is more than the same code differs by between two \
    starts: 5 %, or 10 % with several threads or tasks; 7 runs of both (hamon bench --repeat 7) do without that allowance. \
    hamon gate compares two commits in one job, and finds smaller changes.
    """

  /// The most changes that are told in sentences.
  private static let toldChanges = 10

  /// The comparison for a terminal.
  ///
  /// - Parameter width: The most characters of a line; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func text(width: Int? = nil) -> String {
    func lines(_ text: String) -> String {
      WrappedText.lines(text, width: width.map { min($0, 110) } ?? 110).map { "\($0)\n" }.joined()
    }
    var text = origins.flatMap { WrappedText.lines($0, width: width) }.map { "\($0)\n" }.joined()
    text += "\n"
    text += findings.flatMap { WrappedText.lines($0, width: width) }.map { "\($0)\n" }.joined()
    text += "\n" + lines(Self.legend)
    for suite in suites {
      text += "\n\(suite.suite)\n"
      for table in suite.tables {
        text += "\n\(lines(table.title))\n\(table.table.rendered(width: width))"
      }
      for line in suite.oneSided { text += "\n" + lines(line) }
    }
    return text
  }

  /// The comparison in Markdown.
  package func markdown() -> String {
    func list(_ lines: [String]) -> String {
      lines.map {
        let text = $0.drop { $0 == " " }
        return "\($0.hasPrefix(" ") ? "  " : "")- \(TextTable.markdownEscaped(String(text)))\n"
      }.joined()
    }
    var text = "## B against A\n\n" + list(origins)
    if !warnings.isEmpty { text += "\n" + list(warnings.map { "warning: \($0)" }) }
    text += "\n\(list(findings))\n\(TextTable.markdownEscaped(Self.legend))\n"
    for suite in suites {
      text += "\n### \(TextTable.markdownEscaped(suite.suite))\n"
      for table in suite.tables {
        text += "\n\(TextTable.markdownEscaped(table.title))\n\n\(table.table.renderedMarkdown())"
      }
      if !suite.oneSided.isEmpty { text += "\n" + list(suite.oneSided) }
    }
    return text
  }

  private var origins: [String] { [("A", base), ("B", head)].map { "\($0): \($1.text)" } }

  /// What changed clearly, the most first; details of the line above are indented.
  private var findings: [String] {
    let rows = suites.flatMap { suite in suite.rows.map { (suite: suite.suite, row: $0) } }
    let ratios = rows.flatMap { suite, row in row.ratios.map { (suite: suite, row: row, ratio: $0) }
    }
    let clear = ratios.filter { $0.ratio.direction != .unclear }
      .sorted { $0.ratio.precedes($1.ratio) }
    func count(_ direction: RatioChange.Direction) -> Int {
      ratios.count { $0.ratio.direction == direction }
    }
    var lines = [
      ratios.isEmpty
        ? "No row has a floor or peer in both runs: of their times nothing can be told."
        : "Ratios to floors and peers: \(count(.slower)) clearly higher in B (slower), "
          + "\(count(.faster)) lower (faster), \(count(.unclear)) that may be the same."
    ]
    lines += clear.prefix(Self.toldChanges).map {
      "  \($0.suite): \($0.row.row): \($0.ratio.sentence)"
    }
    if clear.count > Self.toldChanges {
      lines.append("  and \(clear.count - Self.toldChanges) more, in the tables")
    }
    let counted = rows.map(\.row).filter { !$0.counts.isEmpty }
    if !counted.isEmpty {
      let changed = counted.count { $0.counts.contains(where: \.isChange) }
      lines.append(
        "Counts, which are exact, changed in \(changed) of \(counted.count) counted \(counted.count == 1 ? "row" : "rows")."
      )
    }
    return lines
  }
}

extension RunOrigin {
  fileprivate var text: String {
    var facts = [file, date, machine.text, toolchain]
    if let source {
      facts.append("commit \(source.commit.prefix(12))\(source.isDirty ? " with changes" : "")")
    }
    if runs > 1 { facts.append("\(runs) runs") }
    return facts.joined(separator: "; ")
  }
}

extension RatioChange {
  /// The change in words.
  fileprivate var sentence: String {
    let role =
      switch kind {
      case .floor: "its floor"
      case .peer: "its peer"
      case .ours: "the row"
      }
    return "\(direction.rawValue) beside \(role) \(other) by \(percent(change.factor - 1)), "
      + "interval \(change.intervalText); \(SuiteResult.ratio(change.base)) -> \(SuiteResult.ratio(change.head))"
  }

  private func percent(_ share: Double) -> String {
    NumberFormat.percent(abs(share), decimals: 1)
  }
}

extension MedianChange {
  /// The change in percent.
  fileprivate var text: String { Self.percent(factor) }

  /// Its interval, with its level if that is lower than usual; `-` if the files have none.
  fileprivate var intervalText: String {
    guard let interval else { return "-" }
    let bounds = "\(Self.percent(interval.lower))..\(Self.percent(interval.upper))"
    return interval.level >= Self.level
      ? bounds : "\(bounds) (at \(NumberFormat.percent(interval.level, decimals: 0)))"
  }

  private static func percent(_ factor: Double) -> String {
    NumberFormat.percent(factor - 1, decimals: 1, isChange: true)
  }
}

extension SuiteChange {
  /// The tables with what they show: ratios and counts, which are evidence, then times.
  fileprivate var tables: [(title: String, table: TextTable)] {
    let evidence = [
      ("Beside floors and peers, each of its own run:", ratioTable),
      ("Counts of an operation that changed\(meetings):", countTable),
    ]
    return (evidence + [("Times, which are no evidence\(drift):", timeTable)])
      .filter { !$0.1.rows.isEmpty }
  }

  private var ratioTable: TextTable {
    var table = TextTable(
      headers: ["row", "beside", "A", "B", "change", "interval", "in B"],
      alignments: [.left, .left, .right, .right, .right, .right, .left]
    )
    for row in rows {
      for ratio in row.ratios {
        let change = ratio.change
        table.append(row: [
          row.row, ratio.other, SuiteResult.ratio(change.base), SuiteResult.ratio(change.head),
          change.text, change.intervalText,
          ratio.direction == .unclear ? "~" : ratio.direction.rawValue,
        ])
      }
    }
    let factors = rows.filter { $0.kind == .ours }.flatMap(\.ratios).map(\.change.factor)
    if factors.count > 1 {
      let mean = factors.geometricMean - 1
      table.append(row: [
        "geometric mean", "", "", "", NumberFormat.percent(mean, decimals: 1, isChange: true),
      ])
    }
    return table
  }

  private var countTable: TextTable {
    var table = TextTable(
      headers: ["row", "count", "A", "B", "change"],
      alignments: [.left, .left]
    )
    let changes = rows.flatMap { row in row.counts.filter(\.isChange).map { (row.row, $0) } }
    func size(_ change: CountChange) -> Double { abs(change.share ?? .infinity) }
    for (row, change) in changes.sorted(by: { size($0.1) > size($1.1) }) {
      let decimals = change.base.magnitude < 100 || abs(change.head - change.base) < 1 ? 3 : 0
      table.append(row: [
        row, change.count, NumberFormat.string(change.base, decimals: decimals),
        NumberFormat.string(change.head, decimals: decimals),
        change.share.map { NumberFormat.percent($0, decimals: 2, isChange: true) } ?? "none before",
      ])
    }
    return table
  }

  private var timeTable: TextTable {
    var table = TextTable(
      headers: ["row", "kind", "median A", "median B", "B / A", "interval"],
      alignments: [.left, .left]
    )
    for row in rows {
      guard let time = row.time else { continue }
      table.append(
        row: [row.row, row.kind.rawValue]
          + [time.base, time.head].map { DurationFormat.string(nanoseconds: $0) }
          + [NumberFormat.string(time.factor, decimals: 3) + "x", time.intervalText]
      )
    }
    return table
  }

  /// How the speed of the machine changed, by the floors; empty without floors.
  private var drift: String {
    let factors = rows.filter { $0.kind == .floor }.compactMap(\.time?.factor).sorted()
    guard let least = factors.first, let most = factors.last else { return "" }
    let texts = [factors.median, least, most].map { NumberFormat.string($0, decimals: 2) + "x" }
    let floors =
      factors.count == 1 ? "the floor" : "\(factors.count) floors, \(texts[1]) to \(texts[2])"
    return
      " (B took \(texts[0]) for \(floors): as far as floors are unchanged, that is the machine)"
  }

  /// Which counts depend on chance; empty if none do.
  private var meetings: String {
    let names = rows.filter { $0.isConcurrent && $0.counts.contains(where: \.isChange) }.map(\.row)
    return names.isEmpty
      ? ""
      : " (with several threads or tasks they depend on how these meet: \(names.joined(separator: ", ")))"
  }

  /// The rows that only one run has.
  fileprivate var oneSided: [String] {
    [("A", onlyInBase), ("B", onlyInHead)].filter { !$0.1.isEmpty }
      .map { "Only in \($0): \($1.joined(separator: ", "))" }
  }
}

extension [Double] {
  /// The mean of factors, each over 0.
  fileprivate var geometricMean: Double { exp(map { log($0) }.reduce(0, +) / Double(count)) }
}
