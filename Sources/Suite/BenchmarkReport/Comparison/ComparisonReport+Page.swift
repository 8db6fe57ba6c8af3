import BenchmarkResults
package import ReportRendering
import SuiteErrors

extension ComparisonReport {
  /// The longest table that isn't folded, in rows.
  private static let unfoldedRows = 12

  /// Adds a line for each suite.
  private func addSuites(to page: inout HTMLPage) {
    // A narrow screen has no room for an empty column.
    let someFailed = results.suites.contains { !$0.failures.isEmpty }
    var table = TextTable(
      headers: ["suite", "rows", "bars held"] + (someFailed ? ["failed"] : []),
      alignments: [.left]
    )
    for suite in results.suites {
      let bars = BarCounts(suite.bars ?? [])
      let held = bars.all == 0 ? "-" : "\(bars.held) of \(bars.all)"
      table.append(
        row: [suite.suite, "\(suite.rows.count)", held]
          + (someFailed ? ["\(suite.failures.count)"] : [])
      )
    }
    page.addSection(title: "Suites")
    page.addTable(table)
  }

  /// Adds a section of the rows in which a peer is faster.
  ///
  /// - Parameter page: The page, which begins with the section; everything from the results is escaped.
  package func addFasterPeers(to page: inout HTMLPage) {
    let faster = FasterPeers(results)
    guard let sentence = faster.sentence else { return }
    page.addSection(title: FasterPeers.title)
    page.addParagraph(sentence)
    guard let table = faster.table else { return }
    guard table.rows.count > Self.unfoldedRows else { return page.addTable(table) }
    var rows = HTMLPage(title: "")
    rows.addTable(table)
    page.addDetails(summary: "All \(table.rows.count)", content: rows)
  }

  /// Adds a section of all suites, and one per suite: surroundings, failures and promises, then pictures and rows, folded.
  ///
  /// If a plot is missing, the page says why, and still has the tables.
  ///
  /// - Parameter page: The page; everything that comes from the results is escaped.
  package func addSections(to page: inout HTMLPage) async {
    addSuites(to: &page)
    for suite in results.suites {
      page.addSection(title: suite.suite)
      page.addParagraph(suite.surroundings)
      for line in suite.failureLines { page.addParagraph(line) }
      guard !suite.rows.isEmpty else { continue }
      var tables = suite.tables(details: .all)
      // The last is the table of the bars, whose verdict must be visible on a narrow screen.
      if !(suite.bars ?? []).isEmpty, let promises = tables.popLast() {
        page.addTable(promises.withLastColumnFirst)
      }
      var rows = HTMLPage(title: "")
      await addPictures(of: suite, to: &rows)
      for table in tables { rows.addTable(table) }
      let count = suite.rows.count
      page.addDetails(
        summary: "Pictures and tables of \(count) \(count == 1 ? "row" : "rows")",
        content: rows
      )
    }
  }

  private func addPictures(of suite: SuiteResult, to page: inout HTMLPage) async {
    for picture in SuitePicture.all(of: suite) {
      do throws(SuiteError) {
        page.addFigure(svg: try await picture.svg(), caption: picture.caption)
      } catch {
        page.addParagraph("There is no plot. \(error)")
        return
      }
    }
  }
}
