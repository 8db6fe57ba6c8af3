#if canImport(Testing)
public import Tempura
public import Testing

// The awaited form leaves the main actor to side effects, and to everything else the test waits for.

extension ScreenTestCase {
  /// Expects the view or the controller's screen to look like its references, with each of the models or in each of the test cases.
  ///
  /// It waits for a controller's store on the main thread; if side effects need that thread, use the awaited form.
  ///
  /// The test cases have the references' names. A test with `recording` records, and fails as long as it contains that.
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

  /// Expects the same as the synchronous form, and leaves the main actor to other code meanwhile.
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
  /// Expects the same for models of dynamic type; a type other than the view's is an issue.
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
