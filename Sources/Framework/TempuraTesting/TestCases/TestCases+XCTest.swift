#if canImport(XCTest)
public import Tempura
public import XCTest

extension ViewTestCase where Self: XCTestCase {
  /// Asserts that the view looks as its references do, with each of the models.
  ///
  /// Called on the main thread, where XCTest runs tests that aren't async.
  ///
  /// The models have the references' names. A test that says `recording` records, and fails as long as it says so.
  @discardableResult
  public func uiTest(
    testCases: @autoclosure @MainActor () -> [String: V.VM],
    context: @autoclosure @MainActor () -> UITests.Context<V> = UITests.Context(),
    recording: SnapshotRecording? = nil,
    fileID: String = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> Bool {
    // SAFETY: the closure runs at once on the same thread, which `assumeIsolated` has checked to be the main one.
    nonisolated(unsafe) let test = self
    return MainActor.assumeIsolated {
      let report = XCTSnapshotReport(fileID: fileID, file: file, line: line)
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

extension ViewControllerTestCase where Self: XCTestCase {
  /// Asserts that the controller's screen looks as its references do, with each of the models.
  ///
  /// Called on the main thread, where XCTest runs tests that aren't async; the store is waited for on it.
  ///
  /// The models have the references' names. A test that says `recording` records, and fails as long as it says so.
  @discardableResult
  public func uiTest(
    testCases: @autoclosure @MainActor () -> [String: VC.V.VM],
    context: @autoclosure @MainActor () -> UITests.VCContext<VC> = UITests.VCContext(),
    recording: SnapshotRecording? = nil,
    fileID: String = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> Bool {
    // SAFETY: as above.
    nonisolated(unsafe) let test = self
    return MainActor.assumeIsolated {
      let report = XCTSnapshotReport(fileID: fileID, file: file, line: line)
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

extension UIViewControllerTestCase where Self: XCTestCase {
  /// Asserts that the controller's screen looks as its references do, in each of the test cases.
  ///
  /// Called on the main thread, where XCTest runs tests that aren't async; the store is waited for on it.
  ///
  /// A test that says `recording` records, and fails as long as it says so.
  @discardableResult
  public func uiTest(
    testCases: @autoclosure @MainActor () -> [String],
    context: @autoclosure @MainActor () -> UITests.VCContext<VC> = UITests.VCContext(),
    recording: SnapshotRecording? = nil,
    fileID: String = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line
  ) -> Bool {
    // SAFETY: as above.
    nonisolated(unsafe) let test = self
    return MainActor.assumeIsolated {
      let report = XCTSnapshotReport(fileID: fileID, file: file, line: line)
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
