import BenchmarkHarness

/// Results can't be written in a form.
public enum ResultFormatError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The form tells of each sample, and the file has none.
  case noSamples(form: String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .noSamples(let form):
      "\(form): it needs the single samples, which were left out of the results; export it from the "
        + "file that hamon bench has written"
    }
  }

  static func checkSamples(of results: ResultCollection, form: String) throws(ResultFormatError) {
    if results.suites.contains(where: { $0.rows.contains { $0.omittedSamples != nil } }) {
      throw .noSamples(form: form)
    }
  }
}
