import BenchmarkResults
import Glibc
package import ReportRendering

extension ComparisonReport {
  /// Adds the summary at the top of a page: the terminal's ``ResultSummary``, with pictures.
  ///
  /// The page draws the pictures itself, so they don't need gnuplot.
  ///
  /// - Parameter page: The page; everything from the results is escaped.
  package func addSummary(to page: inout HTMLPage) {
    addVerdicts(to: &page)
    let cards = results.suites.compactMap { suite -> String? in
      let ratios = suite.tellingRatios
      return ratios.isEmpty ? nil : Self.card(suite.suite, ratios)
    }
    if !cards.isEmpty {
      page.addHTML(
        """
        <p class="lead">\(HTMLPage.escape(ResultSummary.title)). The line in the middle of a picture is as long as \
        that takes, its ends are a hundredth of it and a hundred times.</p>
        <div class="cards">
        \(cards.joined(separator: "\n"))
        </div>
        """
      )
    }
    addFindings(to: &page)
  }

  /// Adds the counts of the bars' verdicts, as one coloured bar.
  private func addVerdicts(to page: inout HTMLPage) {
    let counts = BarCounts(results.suites.flatMap { $0.bars ?? [] })
    guard counts.all > 0 else { return }
    let parts = [
      ("held", counts.held, counts.held == 1 ? "bar holds" : "bars hold"),
      ("missed", counts.missed, counts.missed == 1 ? "is missed" : "are missed"),
      ("untold", counts.uncertain, "can't be told here"),
    ]
    let html = parts.filter { $0.1 > 0 }.map { kind, count, words in
      "<span class=\"\(kind)\" style=\"flex-grow:\(count)\">\(count) \(HTMLPage.escape(words))</span>"
    }
    page.addHTML("<div class=\"verdicts\">\(html.joined())</div>")
  }

  /// Adds the findings about bars, peers and rows.
  private func addFindings(to page: inout HTMLPage) {
    var items = ResultSummary(results).findings.map { line in
      let text = HTMLPage.escape(line.trimmingPrefix { $0 == " " }.description)
      return line.hasPrefix(" ") ? "<li class=\"part\">\(text)</li>" : "<li>\(text)</li>"
    }
    if results.suites.allSatisfy({ $0.failures.isEmpty }) {
      items.append("<li>No row failed.</li>")
    }
    page.addHTML("<ul class=\"findings\">\n\(items.joined(separator: "\n"))\n</ul>")
  }

  private static func card(_ suite: String, _ ratios: [TellingRatio]) -> String {
    let lines = ratios.map { ratio in
      let subject = ratio.subject.map { "\(HTMLPage.escape($0)): " } ?? ""
      return """
        <li>\(picture(of: ratio.ratio))<span>\(subject)<b>\(ratio.figure)</b> \(HTMLPage.escape(ratio.words))</span></li>
        """
    }
    return """
      <section class="card"><h3>\(HTMLPage.escape(suite))</h3><ul>
      \(lines.joined(separator: "\n"))
      </ul></section>
      """
  }

  /// A bar from 1, in the middle, to the ratio, on a logarithmic axis; a ratio beyond its ends gets an arrow's head.
  private static func picture(of ratio: Double) -> String {
    guard ratio > 0, ratio.isFinite else { return "" }
    // In halves of the width.
    let part = log10(ratio) / 2
    let end = 50 + 50 * min(max(part, -1), 1)
    let width = max(abs(end - 50), 0.8)
    let kind = ratio < 1 ? "faster" : "slower"
    let head = part > 1 ? "M92 0l8 6l-8 6z" : part < -1 ? "M8 0l-8 6l8 6z" : ""
    return "<svg viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + "<rect class=\"\(kind)\" x=\"\(rounded(min(end, 50)))\" y=\"2\" width=\"\(rounded(width))\" height=\"8\"/>"
      + (head.isEmpty ? "" : "<path class=\"\(kind)\" d=\"\(head)\"/>")
      + "<path class=\"one\" d=\"M50 0v12\"/></svg>"
  }

  private static func rounded(_ value: Double) -> String { NumberFormat.string(value, decimals: 1) }
}
