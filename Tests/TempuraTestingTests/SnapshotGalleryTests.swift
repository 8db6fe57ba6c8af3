import Foundation
import NativeViews
import Testing

@testable import TempuraTesting

@Suite @MainActor
struct `Galleries of snapshots` {
  let folders: SnapshotFolders

  init() throws { folders = try SnapshotFolders() }

  @Test
  func `the page shows reference, new picture and difference, and says which views changed`() throws
  {
    #expect(try folders.run(.all).verify(screen(), named: "home & <co>").isRecorded)
    #expect(try folders.text("results/index.html").contains("1 recorded"))
    let snapshots = folders.run()
    let result = try snapshots.verify(screen("Other"), named: "home & <co>")
    #expect(!result.isAccepted)
    #expect(result.remarks == ["gallery: \(folders.results)/index.html"])
    let page = try folders.text("results/index.html")
    #expect(page.contains(">1 changed</a>"))
    #expect(page.contains("<title>Snapshots: 1 changed</title>"))
    #expect(page.contains("<h2>home &amp; &lt;co&gt;: changed</h2>"))
    #expect(page.contains("- Caption &quot;Hello&quot;"))
    #expect(page.contains("+ Caption &quot;Other&quot;"))
    let sources = page.matches(of: #/<img [^>]*src="([^"]+)"/#).map { String($0.1) }
    #expect(sources.count == 3)
    for (source, kind) in zip(sources, ["before", "after", "diff"]) {
      let path = try #require(source.removingPercentEncoding)
      #expect(path.hasSuffix("home & <co>.\(kind).png"))
      #expect(try folders.pixels("results/\(path)").width == 120)
    }
  }

  @Test
  func `a pixel that differs is shown many times as large`() throws {
    #expect(try folders.run(.all).verify(screen(), named: "home").isRecorded)
    let view = screen()
    let dot = NativeView()
    dot.frame = CGRect(x: 100, y: 80, width: 1, height: 1)
    dot.backgroundColor = .red
    view.append(dot)
    #expect(try !folders.run().verify(view, named: "home").isAccepted)
    let page = try folders.text("results/index.html")
    #expect(page.contains("what differs, 16 times as large"))
    let parts = page.matches(
      of: #/width: (\d+)px; height: (\d+)px; background: url\('([^']+)'\) (\S+) (\S+) /#
    )
    #expect(
      parts.map { "\($0.1) \($0.4) \($0.5)" } == Array(repeating: "208 -1504px -1184px", count: 3)
    )
    #expect(parts.allSatisfy { folders.names("results").contains(String($0.3)) })
  }

  @Test
  func `what is equal is shown by its reference, wherever the folders are moved together`() throws {
    #expect(try folders.run(.all).verify(screen(), named: "home").isRecorded)
    let snapshots = folders.run()
    #expect(try snapshots.verify(screen(), named: "home").isEqual)
    try snapshots.gallery.write()
    let page = try folders.text("results/index.html")
    #expect(page.contains(">1 equal</a>"))
    #expect(page.contains("src=\"../references/home.png\""))
  }

  @Test
  func `pictures of an earlier failure don't stay beside a later one`() throws {
    #expect(try folders.run(.all).verify(screen(), named: "home").isRecorded)
    #expect(try !folders.run().verify(screen("Other"), named: "home").isAccepted)
    #expect(folders.names("results").contains { $0.hasSuffix("home.diff.png") })
    try FileManager.default.removeItem(atPath: folders.references)
    #expect(try folders.run().verify(screen("Other"), named: "home").isMissing)
    #expect(!folders.names("results").contains { $0.hasSuffix("home.diff.png") })
  }

  /// A gallery of another process, in the same folder.
  private func gallery(_ process: String, run: String = "run") -> SnapshotGallery {
    SnapshotGallery(folder: folders.results) {
      GalleryRun(files: $0, name: run, process: process)
    }
  }

  private func entry(
    _ name: String,
    _ outcome: SnapshotResult.Outcome = .missing
  ) -> SnapshotGallery.Entry {
    SnapshotGallery.Entry(
      name: name,
      folder: folders.references,
      outcome: outcome,
      isPictured: true
    )
  }

  @Test
  func `processes of one run make one page, and the newest finding of a snapshot counts`() throws {
    let (first, second) = (gallery("1"), gallery("2"))
    _ = first.show(entry("one"))
    _ = second.show(entry("two"))
    _ = first.show(entry("three"))
    var page = try folders.text("results/index.html")
    #expect(page.contains(">3 missing</a>"))
    for name in ["one", "two", "three"] { #expect(page.contains("<h2>\(name): missing</h2>")) }
    second.add(entry("one", .equal))
    try second.write()
    page = try folders.text("results/index.html")
    #expect(page.contains(">2 missing</a>") && page.contains(">1 equal</a>"))
    #expect(!page.contains("<h2>one: missing</h2>"))
  }

  @Test
  func `another run begins a page of its own`() throws {
    _ = gallery("1", run: "yesterday").show(entry("old"))
    _ = gallery("1", run: "today").show(entry("new"))
    let page = try folders.text("results/index.html")
    #expect(page.contains("new: missing") && !page.contains("old: missing"))
    let records = try FileManager.default.contentsOfDirectory(
      atPath: "\(folders.results)/records"
    )
    #expect(records.sorted() == ["lock", "today"])
    // What a process that was killed has left half written is no one's business.
    try folders.write(Data("[{\"na".utf8), to: "results/records/today/9.json")
    _ = gallery("2", run: "today").show(entry("newer"))
    #expect(try folders.text("results/index.html").contains(">2 missing</a>"))
  }

  @Test
  func `a run has the name that the environment gives it`() {
    let run = { GalleryRun.current(files: SnapshotFiles(folder: "/"), environment: $0).name }
    let named = run([GalleryRun.variable: "CI 7/unit"])
    #expect(named == "named-CI-7-unit")
    #expect(run([GalleryRun.variable: "CI 7/unit"]) == named)
    #expect(run([GalleryRun.variable: ""]) != named)
  }

  /// The work of each process in the test below; nothing unless that has started it.
  @Test
  func `a process among others`() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let process = environment["GALLERY_TEST_PROCESS"] else { return }
    let folder = try #require(environment["TEMPURA_SNAPSHOT_RESULTS"])
    let gallery = SnapshotGallery(folder: folder)
    for index in 0..<20 { _ = gallery.show(entry("\(process)-\(index)")) }
    // Written at the end of the process, for there is a page.
    SnapshotGallery.process.add(entry("\(process)-equal", .equal))
  }

  @Test(.timeLimit(.minutes(30)))
  func `processes that write at once lose nothing`() async throws {
    let arguments = CommandLine.arguments
    guard ProcessInfo.processInfo.environment["GALLERY_TEST_PROCESS"] == nil else { return }
    let names = ["a", "b", "c"]
    let processes = try names.map { name in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = GalleryProcess.arguments(
        like: arguments,
        running: "a process among others"
      )
      process.environment = ProcessInfo.processInfo.environment.merging([
        "GALLERY_TEST_PROCESS": name, "TEMPURA_SNAPSHOT_RESULTS": folders.results,
        GalleryRun.variable: "three",
      ]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in processes {
      await Task.detached { process.waitUntilExit() }.value
      #expect(process.terminationStatus == 0)
    }
    let page = try folders.text("results/index.html")
    #expect(page.contains(">60 missing</a>") && page.contains(">3 equal</a>"))
    for name in names {
      for index in 0..<20 { #expect(page.contains("<h2>\(name)-\(index): missing</h2>")) }
    }
  }
}

/// The way in which this program of tests is started again.
private enum GalleryProcess {
  /// Arguments of the program, with another filter.
  static func arguments(like arguments: [String], running test: String) -> [String] {
    var result: [String] = []
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      if ["--filter", "--skip", "--xunit-output", "--event-stream-output-path"].contains(argument) {
        rest = rest.dropFirst()
      } else {
        result.append(argument)
      }
    }
    return result + ["--filter", test]
  }
}
