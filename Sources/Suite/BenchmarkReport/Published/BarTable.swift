import BenchmarkResults
import ReportRendering
import Statistics

/// The bars of a suite as a person asks for them: what doesn't hold first, row by row, and each bar that holds in one line.
enum BarTable {
  /// How many rows of a bar have lines of their own where it doesn't hold.
  private static let rowsOfBar = 5

  /// The table.
  static func table(of suite: SuiteResult) -> TextTable {
    var table = TextTable(
      headers: ["bar", "row", "compared with", "measured", "between", "limit", "holds"],
      alignments: [.left, .left, .left, .right, .right, .right, .left]
    )
    func add(_ bar: BarResult, _ row: String) {
      table.append(row: [
        bar.name, row, suite.words(ofSubject: bar), bar.measuredText, bar.intervalText ?? "-",
        bar.limitText + (bar.scaledLimitText.map { " (here \($0))" } ?? ""),
        bar.verdict.text + (bar.reason.map { ": \($0)" } ?? ""),
      ])
    }
    let bars = (suite.bars ?? []).sorted { $0.partOfLimit > $1.partOfLimit }
    for verdict in [BarVerdict.missed, .uncertain] {
      for group in bars.filter({ $0.verdict == verdict }).grouped(by: \.name) {
        for bar in group.prefix(rowsOfBar) { add(bar, suite.words(ofRow: bar.row)) }
        let more = group.dropFirst(rowsOfBar)
        if let next = more.first {
          add(
            next,
            suite.words(ofRow: next.row)
              + (more.count > 1 ? ", and \(more.count - 1) rows nearer to it" : "")
          )
        }
      }
    }
    for group in bars.filter({ $0.verdict == .held }).grouped(by: \.name) {
      let others = group.count > 1 ? " (of \(group.count) rows the nearest to it)" : ""
      add(group[0], suite.words(ofRow: group[0].row) + others)
    }
    return table
  }

  /// Explains the column of intervals, if a bar has one.
  static func explanation(of bars: [BarResult]) -> String {
    guard let level = bars.compactMap({ $0.interval?.level }).min() else { return "" }
    return " The median of a value over the rounds lies \"between\" two of them with at least "
      + "\(NumberFormat.percent(level, decimals: 1)); a bar holds where both are within the limit, and is "
      + "missed where both are beyond it, by more than the same code differs from start to start, while "
      + "nothing else was busy. A limit in time is that of the reference machine, \"here\" as much longer as the "
      + "calibration loop took."
  }
}

extension BarResult {
  /// The measured value as a part of the limit here; what a limit of 0 allows is beyond all parts.
  var partOfLimit: Double {
    limit > 0 ? ratio / limit / limitScale : ratio > 0 ? .infinity : 0
  }
}
