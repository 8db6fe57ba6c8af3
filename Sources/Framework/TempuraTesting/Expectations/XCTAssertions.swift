#if canImport(XCTest)
public import NativeViews
import XCTest

/// Asserts that a view looks like its reference; the XCTest form of `expectSnapshot`.
///
/// Call it on the main thread, where XCTest runs synchronous tests. On Linux XCTest finds no main-actor methods, so an isolated closure
/// makes the view.
///
/// Source: docs/semantics/tempura.md, S1.
@discardableResult
public func assertSnapshot(
  of view: @autoclosure @MainActor () throws -> NativeView,
  named name: String,
  in snapshots: Snapshots? = nil,
  recording: SnapshotRecording? = nil,
  fileID: String = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line
) -> Bool {
  MainActor.assumeIsolated {
    let report = SnapshotReport(fileID: fileID, file: file, line: line)
    return report.expect(recording: recording) {
      let snapshots = snapshots ?? .besides("\(file)")
      return [
        try snapshots.verify(view(), named: name, recording: recording, at: report.location)
      ]
    }
  }
}

/// Asserts that a view looks like its references on each screen of a matrix; the XCTest form of `expectSnapshots`.
@discardableResult
public func assertSnapshots<Content: NativeView>(
  in matrix: SnapshotMatrix,
  named name: String,
  in snapshots: Snapshots? = nil,
  recording: SnapshotRecording? = nil,
  fileID: String = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ makeView: @MainActor (SnapshotEnvironment) throws -> Content
) -> Bool {
  MainActor.assumeIsolated {
    let report = SnapshotReport(fileID: fileID, file: file, line: line)
    return report.expect(recording: recording) {
      try (snapshots ?? .besides("\(file)")).verify(
        in: matrix,
        named: name,
        recording: recording,
        at: report.location,
        makeView
      )
    }
  }
}

extension SnapshotReport {
  /// Reports to XCTest.
  init(fileID: String, file: StaticString, line: UInt) {
    location = SnapshotLocation(fileID: fileID, filePath: "\(file)", line: Int(line), column: 1)
    fail = { failure, _, _ in XCTFail(failure, file: file, line: line) }
  }
}
#endif
