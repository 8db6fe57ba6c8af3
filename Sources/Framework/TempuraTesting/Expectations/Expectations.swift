#if canImport(Testing)
import Foundation
public import NativeViews
public import Testing

#if canImport(XCTest)
import XCTest
#endif

/// Expects a view to look like its reference.
///
///     @Test @MainActor func `the cart is empty at first`() {
///       expectSnapshot(of: CartView(frame: screen), named: "cart.empty")
///     }
///
/// A failure is an issue of the test at this place, with the pictures attached.
///
/// The view has the size of its frame. References are next to the file of the call unless `snapshots` are given. A test with `recording`
/// records, and fails as long as it contains that.
///
/// Source: docs/semantics/tempura.md, S1.
@MainActor
@discardableResult
public func expectSnapshot(
  of view: NativeView,
  named name: String,
  in snapshots: Snapshots? = nil,
  recording: SnapshotRecording? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath
) -> Bool {
  let report = SnapshotReport(at: sourceLocation, filePath: filePath)
  return report.expect(recording: recording) {
    let snapshots = snapshots ?? .besides(filePath)
    return [
      try snapshots.verify(view, named: name, recording: recording, at: report.location)
    ]
  }
}

/// Expects a view to look like its references on each screen of a matrix.
///
/// The closure makes the view for each screen, whose name is added to the reference's.
@MainActor
@discardableResult
public func expectSnapshots<Content: NativeView>(
  in matrix: SnapshotMatrix,
  named name: String,
  in snapshots: Snapshots? = nil,
  recording: SnapshotRecording? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath,
  _ makeView: (SnapshotEnvironment) throws -> Content
) -> Bool {
  let report = SnapshotReport(at: sourceLocation, filePath: filePath)
  return report.expect(recording: recording) {
    try (snapshots ?? .besides(filePath)).verify(
      in: matrix,
      named: name,
      recording: recording,
      at: report.location,
      makeView
    )
  }
}

extension SnapshotReport {
  /// Reports to Swift Testing, or to XCTest if `test` is an `XCTestCase`, such as in an async test.
  init(at sourceLocation: SourceLocation, filePath: String, of test: Any? = nil) {
    let location = SnapshotLocation(
      fileID: sourceLocation.fileID,
      filePath: filePath,
      line: sourceLocation.line,
      column: sourceLocation.column
    )
    self.init(location: location) { failure, error, result in
      if Self.tellXCTest(failure, of: test, at: location) { return }
      if let error {
        Issue.record(error, sourceLocation: sourceLocation)
        return
      }
      for picture in result?.pictures ?? [] {
        guard let data = FileManager.default.contents(atPath: picture.path) else { continue }
        let name = "\(result?.name ?? "").\(picture.kind).png"
        Attachment.record([UInt8](data), named: name, sourceLocation: sourceLocation)
      }
      Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
    }
  }

  /// Reports to XCTest if that runs the test, where an issue would go unnoticed; returns whether it did.
  private static func tellXCTest(
    _ failure: String,
    of test: Any?,
    at location: SnapshotLocation
  ) -> Bool {
    #if canImport(XCTest)
    guard let test = test as? XCTestCase else { return false }
    test.recordFailure(
      withDescription: failure,
      inFile: location.filePath,
      atLine: location.line,
      expected: true
    )
    return true
    #else
    return false
    #endif
  }
}
#endif
