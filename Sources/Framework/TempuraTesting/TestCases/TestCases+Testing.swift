#if canImport(Testing)
public import Tempura
public import Testing

// There is a form that is awaited, which leaves the main actor to side effects, and to whatever else the test waits for, while it
// does.

extension ScreenTestCase {
  /// Expects the view or the controller's screen to look as its references do, with each of the models or in each of the test cases.
  ///
  /// The store of a controller is waited for on the main thread; side effects that need it are waited for by the form that is awaited.
  ///
  /// The test cases have the references' names. A test that says `recording` records, and fails as long as it says so.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: TestCases,
    context: UITests.Context<Tested> = UITests.Context(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath, of: self)
    return report.expect(recording: recording) {
      try runs(testCases, context, recording: recording, at: report.location).results()
    }
  }

  /// Expects the same as the form that isn't awaited, and leaves the main actor to others meanwhile.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: TestCases,
    context: UITests.Context<Tested> = UITests.Context(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) async -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath, of: self)
    return await report.expect(recording: recording) {
      try await runs(testCases, context, recording: recording, at: report.location)
        .awaitedResults()
    }
  }
}

extension ViewTestCase {
  /// Expects the same of models whose types are known when the test runs; one of another type than the view's is an issue.
  @MainActor
  @discardableResult
  public func uiTest(
    anyTestCases: [String: any ViewModel],
    context: UITests.Context<V> = UITests.Context(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath, of: self)
    return report.expect(recording: recording) {
      try runs(ofAny: anyTestCases, context, recording: recording, at: report.location).results()
    }
  }
}
#endif
