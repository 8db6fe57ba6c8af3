package import CostAttribution
import ReportRendering

extension RowAttribution {
  /// A line for each metric with its first function, and why something isn't told.
  var lines: [String] { differences.flatMap(\.sentences) + notes }

  /// The metrics that more than one function has a part in.
  private var tables: [CostDifference] { differences.filter { $0.culprits.count > 1 } }

  /// The functions as tables for a terminal.
  func text() -> String {
    tables.map { $0.table.rendered() }.joined(separator: "\n")
  }

  /// The functions as tables that are folded up.
  func markdown() -> String {
    guard !tables.isEmpty else { return "" }
    return "<details><summary>All functions with a part in it</summary>\n\n"
      + tables.map { $0.table.renderedMarkdown() }.joined(separator: "\n") + "\n</details>\n\n"
  }

  /// A line whose names in backticks are code, and whose other characters mean nothing.
  static func markdownLine(_ line: String) -> String {
    let parts = TextTable.singleLine(line).split(separator: "`", omittingEmptySubsequences: false)
    // An odd one out is no name.
    guard parts.count % 2 == 1 else { return TextTable.markdownEscaped(line) }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? "`\(part)`" : TextTable.markdownEscaped(String(part))
    }.joined()
  }
}

extension RowJudgement {
  /// The functions behind a change; none of a row that passes.
  package var attribution: RowAttribution? {
    verdict == .regression || verdict == .improvement ? evidence.attribution : nil
  }
}
