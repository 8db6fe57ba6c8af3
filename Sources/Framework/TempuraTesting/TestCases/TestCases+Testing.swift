#if canImport(Testing)
public import Tempura
public import Testing

extension ViewTestCase {
  /// Expects the view to look as its references do, with each of the models.
  ///
  /// The models have the references' names. A test that says `recording` records, and fails as long as it says so.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: [String: V.VM],
    context: UITests.Context<V> = UITests.Context(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Bool {
    uiTest(
      anyTestCases: testCases,
      context: context,
      recording: recording,
      sourceLocation: sourceLocation,
      filePath: filePath
    )
  }

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
    let report = SnapshotReport(at: sourceLocation, filePath: filePath)
    return report.expect(recording: recording) {
      try results(anyTestCases, context, recording: recording, at: report.location)
    }
  }
}

extension ViewControllerTestCase {
  /// Expects the controller's screen to look as its references do, with each of the models.
  ///
  /// Its store is waited for on the main thread; side effects that need it are waited for by the form that is awaited.
  ///
  /// The models have the references' names. A test that says `recording` records, and fails as long as it says so.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: [String: VC.V.VM],
    context: UITests.VCContext<VC> = UITests.VCContext(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath)
    return report.expect(recording: recording) {
      try results(testCases, context, recording: recording, at: report.location)
    }
  }

  /// Expects the same, and leaves the main actor to side effects while the store is at work.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: [String: VC.V.VM],
    context: UITests.VCContext<VC> = UITests.VCContext(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) async -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath)
    do {
      let results = try await forEachRun(
        testCases,
        context,
        recording: recording,
        at: report.location
      ) { try await $0.runAsync() }
      return report.tell(results, recording: recording)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
      return false
    }
  }
}
#endif
