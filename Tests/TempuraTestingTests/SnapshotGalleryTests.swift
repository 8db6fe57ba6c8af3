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
}
