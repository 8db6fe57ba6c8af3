#if canImport(XCTest)
public import XCTest

extension ScreenTestCase where Self: XCTestCase {
  /// Asserts that the view or the controller's screen looks like its references, with each of the models or in each of the test cases.
  ///
  /// Call it on the main thread, where XCTest runs synchronous tests; it waits there for the controller's store.
  ///
  /// The test cases have the references' names. A test with `recording` records, and fails as long as it contains that.
  @discardableResult
  public func uiTest(
    testCases: @autoclosure @MainActor () -> TestCases,
    context: @autoclosure @MainActor () -> UITests.Context<Tested> = UITests.Context(),
    recording: SnapshotRecording? = nil,
    fileID: String = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> Bool {
    // SAFETY: the closure runs immediately on the same thread, which `assumeIsolated` has checked to be the main one.
    nonisolated(unsafe) let test = self
    return MainActor.assumeIsolated {
      let report = SnapshotReport(fileID: fileID, file: file, line: line)
      return report.expect(recording: recording) {
        try unsafe test.runs(
          testCases(),
          context(),
          recording: recording,
          at: report.location
        ).results()
      }
    }
  }
}
#endif
