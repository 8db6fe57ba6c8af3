import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo
import Testing

@testable import TempuraTesting

@Suite @MainActor
struct `Comparing snapshots` {
  let folders: SnapshotFolders

  init() throws {
    folders = try SnapshotFolders()
  }

  private func record(_ view: NativeView = screen(), named name: String = "home") throws {
    #expect(try folders.run(.all).verify(view, named: name).isRecorded)
  }

  @Test
  func `a view that looks as its reference is equal, and nothing is written`() throws {
    try record()
    #expect(folders.names("references") == ["home.png", "home.txt"])
    let before = try folders.file("references/home.png")
    let snapshots = folders.run()
    #expect(try snapshots.verify(screen(), named: "home").isEqual)
    #expect(try folders.file("references/home.png") == before)
    #expect(try folders.pixels("references/home.png") == CairoRenderer().pixels(of: screen()))
  }

  @Test
  func `one differing pixel fails, with a picture of it`() throws {
    try record()
    // The reference, with one pixel that is another.
    var pixels = try folders.pixels("references/home.png")
    pixels[90, 80] = 0xff00_00ff
    let libraries = try LibraryVersions.current()
    try folders.write(
      PictureStamp.stamp(pixels.png(), pixels: PictureDigest(of: pixels), libraries: libraries),
      to: "references/home.png"
    )
    let result = try folders.run().verify(screen(), named: "home")
    let difference = try #require(result.difference)
    #expect(difference.picture?.differingPixels == 1)
    #expect(difference.picture?.bounds == PixelRect(x: 90, y: 80, width: 1, height: 1))
    #expect(difference.text == nil)
    #expect(!result.isAccepted)
    #expect(
      result.description.hasPrefix(
        "snapshot \"home\": 1 of 10800 pixels differ, within (90, 80) 1x1"
      )
    )
    let pictures = result.pictures
    #expect(pictures.map(\.kind) == ["before", "after", "diff"])
    let shown = try pictures.map {
      try Pixels(decoding: BitmapImage(contentsOfFile: $0.path))
    }
    #expect(shown[0] == pixels)
    #expect(try shown[1] == CairoRenderer().pixels(of: screen()))
    #expect(shown[2][90, 80] == 0xffff_0000)
    #expect(shown[2].argb.filter { $0 == 0xffff_0000 }.count == 1)
  }

  @Test
  func `a moved view is named, with the views around it`() throws {
    try record()
    let moved = screen(square: CGRect(x: 21, y: 40, width: 30, height: 30))
    let result = try folders.run().verify(moved, named: "home")
    let lines = try #require(result.difference?.text).lines
    #expect(lines.map(\.isNew) == [false, true])
    #expect(lines[0].text.hasPrefix("NativeView (20 40 30 30)"))
    #expect(lines[1].text.hasPrefix("NativeView (21 40 30 30)"))
    #expect(lines[0].parents == ["NativeView"])
    #expect(result.difference?.picture?.differingPixels == 60)
    #expect(result.description.contains("2 lines of the tree's text"))
    #expect(result.description.contains("\nin NativeView:\n- NativeView (20 40 30 30)"))
  }

  @Test
  func `what is drawn without a line of its own differs by pixels alone`() throws {
    try record()
    let view = screen()
    (view.firstChild as? Caption)?.text.color = .blue
    let result = try folders.run().verify(view, named: "home")
    #expect(result.difference?.text == nil)
    #expect((result.difference?.picture?.differingPixels ?? 0) > 10)
    #expect(result.description.contains("no line of the tree's text differs"))
    // The JSON has the colours of texts.
    let json = folders.run(.missing)
    json.formats = [.json]
    #expect(try json.verify(screen(), named: "home").isRecorded)
    let compared = folders.run()
    compared.formats = [.json]
    let changed = try #require(try compared.verify(view, named: "home").difference?.json)
    #expect(changed.lines.count == 2)
  }

  @Test
  func `a tree can differ where no pixel does`() throws {
    try record()
    let view = screen()
    view.lastChild?.accessibilityOverride = Accessibility(label: "A square")
    let result = try folders.run().verify(view, named: "home")
    let difference = try #require(result.difference)
    #expect(difference.picture == nil)
    #expect(difference.text?.lines.count == 2)
    // Nothing is wrong where pictures alone are asked for.
    let pictures = folders.run()
    pictures.formats = .picture
    #expect(try pictures.verify(view, named: "home").isEqual)
  }

  @Test
  func `a tolerance accepts what is exactly compared a failure`() throws {
    try record()
    let view = screen()
    view.lastChild?.backgroundColor = Color(red: 0.99, green: 0.01, blue: 0)
    let exact = folders.run()
    exact.formats = .picture
    #expect(try exact.verify(view, named: "home").difference?.picture?.differingPixels == 900)
    let tolerant = folders.run()
    tolerant.formats = .picture
    tolerant.comparison.tolerance = .perceptual
    #expect(try tolerant.verify(view, named: "home").isEqual)
    let masked = folders.run()
    masked.formats = .picture
    masked.comparison.masks = [PixelRect(x: 20, y: 40, width: 30, height: 30)]
    #expect(try masked.verify(view, named: "home").isEqual)
  }

  @Test
  func `a picture of another size says both sizes`() throws {
    try record()
    let view = screen()
    view.frame.size.width = 121
    let result = try folders.run().verify(view, named: "home")
    #expect(result.description.contains("the picture is 121x90, the reference 120x90"))
    #expect(result.pictures.count == 3)
  }

  @Test
  func `a tree that Cairo shows is compared as it is shown, and any part of a tree as it is`()
    throws
  {
    let backend = try CairoBackend(displayScale: 2)
    let view = screen()
    let tree = ViewTree(root: view, size: CGSize(width: 120, height: 90), backend: backend)
    let snapshots = folders.run(.all)
    #expect(try snapshots.verify(tree.root, named: "tree").isRecorded)
    #expect(try folders.pixels("references/tree.png").width == 240)
    let part = try #require(view.lastChild)
    #expect(try snapshots.verify(part, named: "part").isRecorded)
    #expect(try folders.pixels("references/part.png").width == 60)
    part.backgroundColor = .blue
    let compared = folders.run()
    #expect(
      try compared.verify(tree.root, named: "tree").difference?.picture?.differingPixels == 3_600
    )
    #expect(try compared.verify(part, named: "part").difference?.picture?.differingPixels == 3_600)
  }

  @Test
  func `a view that nobody shows is given back as it was`() throws {
    let view = screen()
    view.frame.origin = CGPoint(x: 5, y: 6)
    try record(view)
    #expect(view.frame == CGRect(x: 5, y: 6, width: 120, height: 90))
    #expect(view.tree == nil)
    #expect(try folders.run().verify(view, named: "home").isEqual)
  }

  @Test
  func `an animation is waited for on the tree's own clock`() throws {
    let view = screen()
    let backend = try CairoBackend()
    let tree = ViewTree(root: view, size: view.frame.size, backend: backend)
    #expect(try folders.run(.all).verify(view, named: "after").isRecorded)
    try record(named: "home")
    let box = try #require(view.lastChild)
    let beginning = ContinuousClock.now
    tree.animate(ViewAnimation(.linear, duration: .seconds(60))) { box.alpha = 0 }
    let snapshots = folders.run(.all)
    let settling = try snapshots.settle(tree, named: "home")
    try settling.settle(.at(.seconds(30)))
    #expect(abs(box.presented.alpha - 0.5) < 0.001)
    #expect(try snapshots.verify(view, named: "rest").isRecorded)
    #expect(box.presented.alpha == 0)
    #expect(!tree.isAnimating)
    #expect(ContinuousClock.now - beginning < .seconds(60))
  }

  @Test
  func `a view that never rests is an error that says why`() throws {
    let view = screen()
    let tree = ViewTree(root: view, size: view.frame.size, backend: try CairoBackend())
    var settling = try folders.run().settle(tree, named: "busy")
    settling.isReady = { false }
    let limit = Duration.seconds(2)
    #expect(
      throws: SnapshotError.neverReady(
        name: "busy",
        reasons: ["the test says that it isn't ready"],
        limit: limit
      )
    ) { try settling.settle(.atRest(limit: limit)) }
    settling.isReady = { true }
    tree.addUpdate { [weak tree] in tree?.setNeedsFrame() }
    tree.setNeedsFrame()
    #expect(
      throws: SnapshotError.neverReady(
        name: "busy",
        reasons: ["each frame asks for another"],
        limit: limit
      )
    ) { try settling.settle(.atRest(limit: limit)) }
    // Its time can be said instead.
    try settling.settle(.at(.seconds(1)))
  }
}
