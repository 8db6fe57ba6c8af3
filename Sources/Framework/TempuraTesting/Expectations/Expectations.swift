#if canImport(Testing)
import Foundation
public import NativeViews
public import Testing

#if canImport(XCTest)
import XCTest
#endif

/// Expects a view to look as its reference does.
///
///     @Test @MainActor func `the cart is empty at first`() {
///       expectSnapshot(of: CartView(frame: screen), named: "cart.empty")
///     }
///
/// A failure is an issue of the test at this place, with the pictures attached.
///
/// The view is as large as its frame. References are beside the file of the call unless `snapshots` are given. A test that says
/// `recording` records, and fails as long as it says so.
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

/// Expects a view to look as its references do on each screen of a matrix.
///
/// The closure makes the view for each screen, whose name is added to that of the reference.
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

/// Tells Swift Testing what was found; where the test is one of XCTest, such as one that awaits, XCTest.
@MainActor
struct SnapshotReport {
  let sourceLocation: SourceLocation
  let location: SnapshotLocation
  /// The test itself, if it is a type.
  private let test: Any?

  init(at sourceLocation: SourceLocation, filePath: String, of test: Any? = nil) {
    (self.sourceLocation, self.test) = (sourceLocation, test)
    location = SnapshotLocation(
      fileID: sourceLocation.fileID,
      filePath: filePath,
      line: sourceLocation.line,
      column: sourceLocation.column
    )
  }

  func expect(recording: SnapshotRecording?, _ verify: () throws -> [SnapshotResult]) -> Bool {
    do { return tell(try verify(), recording: recording) } catch {
      if !tellXCTest("\(error)") { Issue.record(error, sourceLocation: sourceLocation) }
      return false
    }
  }

  func expect(
    recording: SnapshotRecording?,
    _ verify: () async throws -> [SnapshotResult]
  ) async -> Bool {
    do { return tell(try await verify(), recording: recording) } catch {
      if !tellXCTest("\(error)") { Issue.record(error, sourceLocation: sourceLocation) }
      return false
    }
  }

  func tell(_ results: [SnapshotResult], recording: SnapshotRecording?) -> Bool {
    var isAccepted = true
    for result in results {
      if let failure = result.failure(recording: recording) {
        isAccepted = false
        if tellXCTest(failure) { continue }
        attach(result)
        Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
      }
    }
    return isAccepted
  }

  /// Whether XCTest runs the test: nobody would hear of an issue then.
  private func tellXCTest(_ failure: String) -> Bool {
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

  private func attach(_ result: SnapshotResult) {
    for picture in result.pictures {
      guard let data = FileManager.default.contents(atPath: picture.path) else { continue }
      Attachment.record(
        [UInt8](data),
        named: "\(result.name).\(picture.kind).png",
        sourceLocation: sourceLocation
      )
    }
  }
}
#endif
