#if canImport(Testing)
public import Tempura
public import Testing

// Each form is there twice: the one that is awaited leaves the main actor to side effects, and to whatever else the test waits
// for, while it does.

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
      try runs(anyTestCases, context, recording: recording, at: report.location).results()
    }
  }

  /// Expects the same as the form that isn't awaited, and leaves the main actor to others meanwhile.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: [String: V.VM],
    context: UITests.Context<V> = UITests.Context(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) async -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath)
    return await report.expect(recording: recording) {
      try await runs(testCases, context, recording: recording, at: report.location)
        .awaitedResults()
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
      try runs(testCases, context, recording: recording, at: report.location).results()
    }
  }

  /// Expects the same as the form that isn't awaited, and leaves the main actor to others meanwhile.
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
    return await report.expect(recording: recording) {
      try await runs(testCases, context, recording: recording, at: report.location)
        .awaitedResults()
    }
  }
}

extension UIViewControllerTestCase {
  /// Expects the controller's screen to look as its references do, in each of the test cases.
  ///
  /// A test that says `recording` records, and fails as long as it says so.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: [String],
    context: UITests.VCContext<VC> = UITests.VCContext(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath)
    return report.expect(recording: recording) {
      try runs(testCases, context, recording: recording, at: report.location).results()
    }
  }

  /// Expects the same as the form that isn't awaited, and leaves the main actor to others meanwhile.
  @MainActor
  @discardableResult
  public func uiTest(
    testCases: [String],
    context: UITests.VCContext<VC> = UITests.VCContext(),
    recording: SnapshotRecording? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) async -> Bool {
    let report = SnapshotReport(at: sourceLocation, filePath: filePath)
    return await report.expect(recording: recording) {
      try await runs(testCases, context, recording: recording, at: report.location)
        .awaitedResults()
    }
  }
}
#endif
