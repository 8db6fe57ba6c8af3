import BenchmarkResults
import ReportRendering

/// JUnit XML as CI servers read it: a row is a test, one that could not be measured is an error; a bar is
/// a test, one that was missed is a failure, and one that can't be told is skipped.
enum JUnitFormat {
  static func render(_ results: ResultCollection) -> String {
    let suites = results.suites.map(suite).joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      \(suites)</testsuites>

      """
  }

  private static func suite(_ suite: SuiteResult) -> String {
    let bars = suite.bars ?? []
    // Of several runs one may have measured a row where another failed: the failure is the test's result.
    let failed = Set(suite.failures.map(\.row))
    var cases = suite.rows.filter { !failed.contains($0.name) }.map { row in
      // Where the samples are left out, about what they took together.
      let nanoseconds =
        row.omittedSamples == nil
        ? row.wallSamples.reduce(0) { $0 + Double($1) }
        : row.wall.median * Double(row.iterationsPerSample) * Double(row.sampleCount)
      let seconds = nanoseconds / 1e9
      return """
        <testcase classname="\(escape(suite.suite))" name="\(escape(row.name))" \
        time="\(seconds)"/>

        """
    }
    cases += suite.failures.map { failure in
      """
      <testcase classname="\(escape(suite.suite))" name="\(escape(failure.row))" time="0">
      <error message="\(escape(failure.message))"/>
      </testcase>

      """
    }
    cases += bars.map { bar in
      let name = "\(bar.name): \(bar.row) / \(bar.comparedWith)"
      let head = """
        <testcase classname="\(escape(suite.suite)).bars" name="\(escape(name))" time="0"
        """
      let outcome =
        switch bar.verdict {
        case .held: ""
        case .missed: "<failure message=\"\(escape(bar.missText))\"/>"
        case .uncertain: "<skipped message=\"\(escape(bar.uncertainText))\"/>"
        }
      return outcome.isEmpty ? head + "/>\n" : "\(head)>\n\(outcome)\n</testcase>\n"
    }
    if !suite.isComplete {
      cases.append(
        """
        <testcase classname="\(escape(suite.suite))" name="the run comes to its end" time="0">
        <error message="it did not"/>
        </testcase>

        """
      )
    }
    let counts = BarCounts(bars)
    let errors = suite.failures.count + (suite.isComplete ? 0 : 1)
    return """
      <testsuite name="\(escape(suite.suite))" tests="\(cases.count)" failures="\(counts.missed)" \
      errors="\(errors)" skipped="\(counts.uncertain)" timestamp="\(escape(String(suite.date.prefix(19))))">
      \(cases.joined())</testsuite>

      """
  }

  /// XML 1.0 has no other control characters than these two and the carriage return, not even escaped.
  ///
  /// All of it stands in attributes, where an end of a line is read as a space unless it is a number.
  private static func escape(_ text: String) -> String {
    HTMLPage.escape(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
