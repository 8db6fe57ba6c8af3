package import Counting
import ReportRendering

extension RowAttribution {
  /// A line for each metric with its first function, and why something is missing.
  var lines: [String] { differences.flatMap(\.sentences) + notes }

  /// The metrics with more than one culprit.
  private var tables: [CostDifference] { differences.filter { $0.culprits.count > 1 } }

  /// The functions as tables for a terminal.
  ///
  /// - Parameters:
  ///   - indentation: The number of spaces before each line.
  ///   - width: The longest line, in characters with indentation; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  func text(indentation: Int, width: Int?) -> String {
    let spaces = String(repeating: " ", count: indentation)
    return tables.flatMap { difference in
      difference.table.rendered(width: width.map { max(1, $0 - indentation) })
        .split(separator: "\n").map { "\(spaces)\($0)\n" }
    }.joined()
  }

  /// The functions as collapsed tables.
  func markdown() -> String {
    guard !tables.isEmpty else { return "" }
    return "<details><summary>All functions with a part in it</summary>\n\n"
      + tables.map { $0.table.renderedMarkdown() }.joined(separator: "\n") + "\n</details>\n\n"
  }

  /// A line with names in backticks as code, and all other characters escaped.
  static func markdownLine(_ line: String) -> String {
    let parts = TextTable.singleLine(line).split(separator: "`", omittingEmptySubsequences: false)
    // An unpaired backtick marks no name.
    guard parts.count % 2 == 1 else { return TextTable.markdownEscaped(line) }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? "`\(part)`" : TextTable.markdownEscaped(String(part))
    }.joined()
  }
}

extension RowJudgement {
  /// The functions behind a change; `nil` for a row without one.
  package var attribution: RowAttribution? { verdict.isChange ? evidence.attribution : nil }
}
