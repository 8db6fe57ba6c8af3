#if canImport(XCTest)
public import NativeViews
import XCTest

/// Asserts that a view looks as its reference does; the XCTest form of `expectSnapshot`.
///
/// Called on the main thread, where XCTest runs tests that aren't async. On Linux it finds no methods that are isolated to the main
/// actor, so that the view is made by a closure that is.
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
    let report = XCTSnapshotReport(fileID: fileID, file: file, line: line)
    return report.expect(recording: recording) {
      let snapshots = snapshots ?? .besides("\(file)")
      return [
        try snapshots.verify(view(), named: name, recording: recording, at: report.location)
      ]
    }
  }
}

/// Asserts that a view looks as its references do on each screen of a matrix; the XCTest form of `expectSnapshots`.
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
    let report = XCTSnapshotReport(fileID: fileID, file: file, line: line)
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

/// Tells XCTest what was found.
@MainActor
struct XCTSnapshotReport {
  let file: StaticString
  let line: UInt
  let location: SnapshotLocation

  init(fileID: String, file: StaticString, line: UInt) {
    (self.file, self.line) = (file, line)
    location = SnapshotLocation(fileID: fileID, filePath: "\(file)", line: Int(line), column: 1)
  }

  func expect(recording: SnapshotRecording?, _ verify: () throws -> [SnapshotResult]) -> Bool {
    do { return tell(try verify(), recording: recording) } catch {
      XCTFail("\(error)", file: file, line: line)
      return false
    }
  }

  func tell(_ results: [SnapshotResult], recording: SnapshotRecording?) -> Bool {
    var isAccepted = true
    for failure in results.compactMap({ $0.failure(recording: recording) }) {
      isAccepted = false
      XCTFail(failure, file: file, line: line)
    }
    return isAccepted
  }
}
#endif
