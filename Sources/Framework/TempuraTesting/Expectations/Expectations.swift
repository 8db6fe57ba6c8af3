#if canImport(Testing)
import Foundation
public import NativeViews
public import Testing

/// Expects a view to look as its reference does.
///
///     @Test @MainActor func `the cart is empty at first`() {
///       expectSnapshot(of: CartView(frame: screen), named: "cart.empty")
///     }
///
/// A failure is an issue of the test at this place, with the pictures attached.
///
/// - Parameters:
///   - view: The view, as large as its frame.
///   - name: The reference's name.
///   - snapshots: The references; those beside the file of the call unless given.
///   - recording: What is recorded. Whoever writes this into a test has to take it out again: recording by it is an issue.
/// - Returns: Whether it looks so.
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
/// - Parameters:
///   - matrix: The screens.
///   - name: The references' name, to which that of the screen is added.
///   - snapshots: The references; those beside the file of the call unless given.
///   - recording: What is recorded, as above.
///   - makeView: Makes the view for a screen.
/// - Returns: Whether it looks so on all of them.
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

/// Tells Swift Testing what was found.
@MainActor
struct SnapshotReport {
  let sourceLocation: SourceLocation
  let location: SnapshotLocation

  init(at sourceLocation: SourceLocation, filePath: String) {
    self.sourceLocation = sourceLocation
    location = SnapshotLocation(
      fileID: sourceLocation.fileID,
      filePath: filePath,
      line: sourceLocation.line,
      column: sourceLocation.column
    )
  }

  func expect(recording: SnapshotRecording?, _ verify: () throws -> [SnapshotResult]) -> Bool {
    do { return tell(try verify(), recording: recording) } catch {
      Issue.record(error, sourceLocation: sourceLocation)
      return false
    }
  }

  func tell(_ results: [SnapshotResult], recording: SnapshotRecording?) -> Bool {
    var isAccepted = true
    for result in results {
      if let failure = result.failure(recording: recording) {
        isAccepted = false
        attach(result)
        Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
      }
    }
    return isAccepted
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
