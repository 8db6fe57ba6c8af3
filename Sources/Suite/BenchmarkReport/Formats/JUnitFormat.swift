import BenchmarkResults
import ReportRendering

/// JUnit XML as CI servers read it: a row is a test, an error if it could not be measured; a bar is a test, a failure if it was missed, and
/// skipped if it is uncertain.
enum JUnitFormat {
  static func render(_ results: ResultCollection) -> String {
    JUnitSuite.rendered(results.suites.map(suite))
  }

  private static func suite(_ suite: SuiteResult) -> JUnitSuite {
    var junit = JUnitSuite(suite.suite, date: suite.date)
    // One of several runs may have measured a row where another failed: the failure is the test's result.
    let failed = Set(suite.failures.map(\.row))
    for row in suite.rows where !failed.contains(row.name) {
      // Without samples, about their total time.
      let nanoseconds =
        row.omittedSamples == nil
        ? row.wallSamples.reduce(0) { $0 + Double($1) }
        : row.wall.median * Double(row.iterationsPerSample) * Double(row.sampleCount)
      junit.add(row.name, of: suite.suite, seconds: nanoseconds / 1e9)
    }
    for failure in suite.failures {
      junit.add(failure.row, of: suite.suite, .error, message: failure.message)
    }
    for bar in suite.bars ?? [] {
      let name = "\(bar.name): \(bar.row) / \(bar.comparedWith)"
      let (outcome, message): (JUnitSuite.Outcome, String) =
        switch bar.verdict {
        case .held: (.passed, "")
        case .missed: (.failure, bar.missText)
        case .uncertain: (.skipped, bar.uncertainText)
        }
      junit.add(name, of: "\(suite.suite).bars", outcome, message: message)
    }
    if !suite.isComplete {
      junit.add("the run comes to its end", of: suite.suite, .error, message: "it did not")
    }
    return junit
  }
}
