package import BenchmarkResults
import ReportRendering

/// A summary of results on one screen: the most telling ratios of each suite in words, the bars, and what went wrong.
///
/// At most 16 lines plus one line per suite, or two if there are few suites.
package struct ResultSummary: Sendable {
  /// The heading of the ratios.
  static let title = "What it costs, in multiples of what it is compared with"
  /// The number of ratios per suite.
  static let ratiosOfSuite = 3
  /// How many missed or uncertain bars are named.
  private static let namedBars = 3
  /// The most lines of all suites, if they have more than one each.
  private static let linesOfSuites = 23
  /// The longest line.
  private static let widest = 118

  private let results: ResultCollection

  /// Sums results up.
  package init(_ results: ResultCollection) { self.results = results }

  /// The summary for a terminal.
  ///
  /// - Parameter width: The most characters of a line; `nil` for as many as are readable.
  /// - Returns: The text, with a newline at the end of each line.
  package func text(width: Int? = nil) -> String {
    let widest = min(width ?? Self.widest, Self.widest)
    var lines: [String] = []
    let suites = results.suites.filter { !$0.rows.isEmpty }
    let told = suites.map { ($0.suite, $0.tellingRatios.map(\.text)) }.filter { !$0.1.isEmpty }
    if !told.isEmpty {
      lines.append("\(Self.title):")
      let column = (told.map(\.0.count).max() ?? 0) + 2
      let wrapped = told.map { Self.wrapped($0.1, after: $0.0, column: column, width: widest) }
      let isLong = wrapped.reduce(0) { $0 + min($1.count, 2) } > Self.linesOfSuites
      for suite in wrapped {
        var told = Array(suite.prefix(isLong ? 1 : 2))
        // The rest is cut off.
        if told.last?.hasSuffix(",") == true { told[told.count - 1].removeLast() }
        lines += told
      }
    }
    if !lines.isEmpty, hasBars { lines.append("") }
    lines += findings.flatMap { WrappedText.lines($0, width: width) }
    return lines.map { "\($0)\n" }.joined()
  }

  private var hasBars: Bool {
    results.suites.contains { !$0.rows.isEmpty && $0.bars?.isEmpty == false }
  }

  /// The verdicts of the bars, the faster peers, and what went wrong, a line each; details of the line above are indented.
  var findings: [String] {
    let bars = results.suites.filter { !$0.rows.isEmpty }
      .flatMap { suite in (suite.bars ?? []).map { (suite.suite, $0) } }
    var lines: [String] = []
    if !bars.isEmpty {
      lines.append("\(BarCounts(bars.map(\.1)).text).")
      lines += Self.named(bars, .missed, "missed")
      lines += Self.named(bars, .uncertain, "can't be told")
    }
    if let sentence = FasterPeers(results).clause { lines.append(sentence) }
    lines += results.suites.flatMap(\.memoryLines)
    let failures = results.suites.flatMap { suite in
      suite.failures.map { "FAILED \(suite.suite): \($0.row): \($0.message)" }
    }
    lines += Self.first(failures, of: "rows that failed")
    let incomplete = results.suites.filter { !$0.isComplete }.map(\.suite)
    if !incomplete.isEmpty {
      lines.append(
        "INCOMPLETE: the run ended before the last row of \(incomplete.joined(separator: ", "))"
      )
    }
    return lines
  }

  private static func named(
    _ bars: [(suite: String, bar: BarResult)],
    _ verdict: BarVerdict,
    _ title: String
  ) -> [String] {
    let lines = bars.filter { $0.bar.verdict == verdict }.map { suite, bar in
      "  \(title): \(suite): \(bar.name): \(bar.shortText)"
    }
    return first(lines, of: verdict == .missed ? "bars that are missed" : "bars that can't be told")
  }

  private static func first(_ lines: [String], of kind: String) -> [String] {
    guard lines.count > namedBars else { return lines }
    return lines.prefix(namedBars - 1) + ["  and \(lines.count - namedBars + 1) more \(kind)"]
  }

  /// Clauses after a name, in lines that start at a column.
  private static func wrapped(
    _ clauses: [String],
    after name: String,
    column: Int,
    width: Int
  ) -> [String] {
    var lines: [String] = []
    var line = "  " + name.padded(to: column)
    let indent = line.count
    for (place, clause) in clauses.enumerated() {
      let text = clause + (place < clauses.count - 1 ? "," : "")
      if line.count > indent, line.count + 1 + text.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
      }
      line += (line.count > indent ? " " : "") + text
    }
    return lines + [line]
  }
}

/// A ratio that sums up a suite.
struct TellingRatio: Equatable {
  /// What was measured; `nil` if it is the same as for the ratio before.
  let subject: String?
  /// The median over the rounds, in multiples of what it is compared with.
  let ratio: Double
  /// What it is compared with.
  let words: String

  /// The ratio with two or three digits.
  var figure: String {
    let decimals = ratio < 0.01 ? 4 : ratio < 0.1 ? 3 : ratio < 10 ? 2 : ratio < 100 ? 1 : 0
    return NumberFormat.string(ratio, decimals: decimals) + "x"
  }

  /// The whole line.
  var text: String { (subject.map { "\($0): " } ?? "") + "\(figure) \(words)" }
}

extension SuiteResult {
  /// The ratios that sum up the suite; only of measured rows.
  var tellingRatios: [TellingRatio] {
    let rows = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
    var told: [TellingRatio] = []
    func add(_ subject: String, _ row: RowResult, _ others: [(row: String, words: String)]) {
      var isNamed = false
      for other in others where told.count < ResultSummary.ratiosOfSuite {
        guard let ratio = row.ratios.first(where: { $0.floor == other.row }) else { continue }
        told.append(
          TellingRatio(
            subject: isNamed ? nil : subject,
            ratio: ratio.median,
            words: other.words
          )
        )
        isNamed = true
      }
    }
    for highlight in highlights ?? [] {
      guard let row = rows[highlight.row] else { continue }
      add(highlight.subject, row, highlight.others.map { ($0.row, $0.words) })
    }
    // Names of rows are long: one is enough.
    if highlights == nil,
      let row = self.rows.first(where: { $0.kind == .ours && !$0.ratios.isEmpty })
    {
      add(row.name, row, row.ratios.prefix(1).map { ($0.floor, $0.floor) })
    }
    return told
  }
}
