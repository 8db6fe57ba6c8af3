import BenchmarkResults
package import ReportRendering
import SuiteErrors

extension ComparisonReport {
  /// Adds a section for each suite to a page: surroundings, plot, table and what failed.
  ///
  /// Where there is no plot, the page says why; the tables are there all the same.
  ///
  /// - Parameter page: The page; everything that comes from the results is escaped.
  package func addSections(to page: inout HTMLPage) async {
    for suite in results.suites {
      page.addSection(title: suite.suite)
      page.addParagraph(suite.surroundings)
      for line in suite.failureLines { page.addParagraph(line) }
      guard !suite.rows.isEmpty else { continue }
      for picture in SuitePicture.all(of: suite) {
        do throws(SuiteError) {
          page.addFigure(svg: try await picture.svg(), caption: picture.caption)
        } catch {
          page.addParagraph("There is no plot. \(error)")
          break
        }
      }
      for table in suite.tables(showsPercentiles: true) { page.addTable(table) }
    }
  }
}
