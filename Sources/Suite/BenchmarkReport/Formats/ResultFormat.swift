/// The forms that results can be written in for other tools.
public enum ResultFormat: String, CaseIterable, Sendable {
  /// Tables for a README or a pull request.
  case markdown
  /// What the Java Microbenchmark Harness writes, for jmh.morethan.io and others.
  case jmh
  /// github-action-benchmark's `customSmallerIsBetter`.
  case githubAction = "github-action-benchmark"
  /// Bencher Metric Format, for bencher.dev.
  case bencher
  /// JUnit XML: a test a row and a test a bar, for the test pages of CI servers.
  case junit
  /// InfluxDB line protocol.
  case influx

  /// Writes results in this form.
  ///
  /// Several runs of a suite are one (``ResultCollection/mergingRuns()``), for most forms identify a row by
  /// its name. Markdown is for people and has them all, and how far they agree.
  ///
  /// - Complexity: Proportional to the number of samples, with a sort of those of each row.
  /// - Parameter results: The results.
  /// - Returns: The text of a file.
  /// - Throws: ``ResultFormatError`` if the form needs samples that the file doesn't have, and what
  ///   encoding JSON throws.
  public func render(_ results: ResultCollection) throws -> String {
    let results = self == .markdown ? results : results.mergingRuns()
    if self == .jmh { try ResultFormatError.checkSamples(of: results, form: rawValue) }
    return switch self {
    case .markdown: ComparisonReport(results).markdown()
    case .jmh: try JMHFormat.render(results)
    case .githubAction: try GitHubActionFormat.render(results)
    case .bencher: try BencherFormat.render(results)
    case .junit: JUnitFormat.render(results)
    case .influx: InfluxFormat.render(results)
    }
  }
}
