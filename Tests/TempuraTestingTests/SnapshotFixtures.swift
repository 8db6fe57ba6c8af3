import Foundation
import NativeViews
import NativeViewsCairo
import Synchronization
import Testing

@testable import TempuraTesting

/// A view that shows a text.
final class Caption: NativeView {
  var text = TextBlock("", font: .systemFont(ofSize: 13)) { didSet { setNeedsDisplay() } }

  convenience init(_ text: String, frame: CGRect) {
    self.init()
    self.text = TextBlock(AttributedText(string: text), font: .systemFont(ofSize: 13))
    self.frame = frame
  }

  override func draw(into list: inout DisplayList) { list.draw(text, in: bounds) }
}

/// A screen with a heading and a square.
@MainActor
func screen(
  _ title: String = "Hello",
  square: CGRect = CGRect(x: 20, y: 40, width: 30, height: 30)
) -> NativeView {
  let screen = NativeView()
  screen.frame = CGRect(x: 0, y: 0, width: 120, height: 90)
  screen.backgroundColor = .white
  screen.append(Caption(title, frame: CGRect(x: 10, y: 10, width: 100, height: 20)))
  let box = NativeView()
  box.frame = square
  box.backgroundColor = .red
  screen.append(box)
  return screen
}

/// Folders of references and of results that go when the test ends, and snapshots of as many runs as the test wants.
@MainActor
final class SnapshotFolders {
  let root: String
  var references: String { "\(root)/references" }
  var results: String { "\(root)/results" }

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "snapshots-\(UUID())").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  isolated deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Snapshots as in a new process, in which no name was used.
  func run(
    _ recording: SnapshotRecording = .none,
    libraries: LibraryVersions? = nil,
    folder: String? = nil,
    results: String? = nil
  ) -> Snapshots {
    let snapshots = Snapshots(
      folder: folder ?? references,
      gallery: SnapshotGallery(folder: results ?? self.results),
      names: SnapshotNames(),
      recording: { () throws(SnapshotError) in recording },
      libraries: { () throws(CairoError) in
        if let libraries { return libraries }
        return try LibraryVersions.current()
      }
    )
    // Beside two thousand tests a side effect may wait for minutes until it gets a thread.
    snapshots.storeLimit = .seconds(1800)
    return snapshots
  }

  func file(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)"))
  }

  func text(_ path: String) throws -> String { String(decoding: try file(path), as: UTF8.self) }

  func pixels(_ path: String) throws -> Pixels {
    try Pixels(decoding: BitmapImage(png: try file(path)))
  }

  func write(_ data: Data, to path: String) throws {
    try data.write(to: URL(fileURLWithPath: "\(root)/\(path)"))
  }

  /// Names of the files below a folder.
  func names(_ folder: String) -> Set<String> {
    let files = FileManager.default.enumerator(atPath: "\(root)/\(folder)")
    return Set((files?.compactMap { $0 as? String } ?? []).filter { $0.contains(".") })
  }
}

extension SnapshotResult {
  var difference: SnapshotDifference? {
    if case .changed(let difference) = outcome { return difference }
    return nil
  }

  var isEqual: Bool { if case .equal = outcome { true } else { false } }
  var isRecorded: Bool { if case .recorded = outcome { true } else { false } }
  var isMissing: Bool { if case .missing = outcome { true } else { false } }
}

/// Issues of calls that are meant to fail.
final class ExpectedIssues: Sendable {
  private let issues = Mutex<[Issue]>([])

  var all: [Issue] { issues.withLock { $0 } }

  @MainActor
  func collect(_ body: @MainActor () -> Void) {
    withKnownIssue {
      body()
    } matching: { issue in
      self.issues.withLock { $0.append(issue) }
      return true
    }
  }
}
