import Foundation
import NativeViews
import Testing
import XCTest

@testable import TempuraTesting

@Suite @MainActor
struct `Expectations of snapshots` {
  let folders: SnapshotFolders

  init() throws { folders = try SnapshotFolders() }

  @Test
  func `a failure is an issue at the place of the call`() throws {
    #expect(expectSnapshot(of: screen(), named: "home", in: folders.run(.all)))
    #expect(expectSnapshot(of: screen(), named: "home", in: folders.run()))
    let found = ExpectedIssues()
    found.collect {
      #expect(!expectSnapshot(of: screen("Other"), named: "home", in: folders.run()))
    }
    let issue = try #require(found.all.first)
    #expect(issue.sourceLocation?.fileID == "TempuraTestingTests/ExpectationTests.swift")
    #expect(issue.comments.first?.rawValue.hasPrefix("snapshot \"home\": ") == true)
  }

  @Test
  func `an error is an issue at the place of the call`() throws {
    let found = ExpectedIssues()
    found.collect {
      #expect(!expectSnapshot(of: screen(), named: "a/b", in: folders.run()))
    }
    let error = found.all.first?.error as? SnapshotError
    #expect(error == .unusableName("a/b"))
  }

  @Test
  func `recording that the test itself asks for is an issue`() throws {
    let found = ExpectedIssues()
    found.collect {
      #expect(
        !expectSnapshot(of: screen(), named: "home", in: folders.run(), recording: .all)
      )
    }
    let comment = try #require(found.all.first?.comments.first)
    #expect(comment.rawValue.contains("take that out again"))
    #expect(folders.names("references") == ["home.png", "home.txt"])
    #expect(expectSnapshot(of: screen(), named: "home", in: folders.run()))
  }

  @Test
  func `a matrix is expected at once, and each screen that differs is an issue`() throws {
    let matrix = SnapshotMatrix(
      sizes: [.init(width: 120, height: 90)],
      appearances: [.light, .dark]
    )
    #expect(expectSnapshots(in: matrix, named: "home", in: folders.run(.all)) { _ in screen() })
    let found = ExpectedIssues()
    found.collect {
      #expect(
        !expectSnapshots(in: matrix, named: "home", in: folders.run()) { _ in screen("Other") }
      )
    }
    #expect(found.all.count == 2)
  }

  @Test
  func `references stand beside the file of the test`() {
    let snapshots = Snapshots.besides("/code/Tests/CartTests.swift")
    #expect(snapshots.folder == "/code/Tests/Snapshots/CartTests")
    #expect(Snapshots.besides("/code/Tests/CartTests.swift") === snapshots)
  }
}

/// The XCTest forms, in XCTest.
final class XCTestExpectationTests: FailureCollectingTestCase {
  func testFailuresAreToldToXCTest() throws {
    let folders = try MainActor.assumeIsolated { try SnapshotFolders() }
    let run = { (recording: SnapshotRecording) in
      MainActor.assumeIsolated { folders.run(recording) }
    }
    XCTAssertTrue(assertSnapshot(of: screen(), named: "home", in: run(.all)))
    XCTAssertTrue(assertSnapshot(of: screen(), named: "home", in: run(.none)))
    let matrix = SnapshotMatrix(
      sizes: [CGSize(width: 120, height: 90), CGSize(width: 90, height: 120)]
    )
    XCTAssertTrue(
      assertSnapshots(in: matrix, named: "home", in: run(.all)) { _ in screen() }
    )
    failures = []
    let line = #line + 1
    assertSnapshot(of: screen("Other"), named: "home", in: run(.none))
    assertSnapshots(in: matrix, named: "home", in: run(.none)) { _ in screen("Other") }
    assertSnapshot(of: screen(), named: "a/b", in: run(.none))
    let found = failures ?? []
    failures = nil
    XCTAssertEqual(found.map(\.line), [line, line + 1, line + 1, line + 2])
    XCTAssertTrue(found.first?.text.contains("snapshot \"home\": ") == true)
    XCTAssertTrue(found.last?.text.contains("no file can be called so") == true)
  }
}
