import Foundation
import ImageComparison
import NativeViews
import SeededRandom
import Testing

@testable import NativeViewsCairo

/// A view that shows what it is told.
final class Canvas: NativeView {
  var commands: (inout DisplayList, CGRect) -> Void = { _, _ in } { didSet { setNeedsDisplay() } }

  override func draw(into list: inout DisplayList) { commands(&list, bounds) }
}

@MainActor
func label(_ text: String, _ frame: CGRect, _ font: Font = .systemFont(ofSize: 13)) -> Canvas {
  let view = Canvas()
  view.frame = frame
  view.commands = { $0.draw(TextBlock(AttributedText(string: text), font: font), in: $1) }
  return view
}

@MainActor @Suite
struct `Damage` {
  /// Those that failed once, and others.
  nonisolated private static let seeds: [UInt64] =
    [10_883_656_010_461_559_706, 8_280_627_522_570_575_270, 18_370_338_462_161_897_581]
    + RandomHistories.seeds(1)

  /// How many times each of the seeds changes views.
  nonisolated private static let rounds = TestTier.isCheck ? 400 : 80

  @Test(arguments: [1, 1.5, 2], seeds)
  func `after any updates the image is that of painting everything`(
    scale: Double,
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let backend = try CairoBackend(displayScale: scale)
    let tree = ViewTree(size: CGSize(width: 160, height: 120), backend: backend)
    tree.onDiagnosis = { _ in }
    let renderer = try CairoRenderer(displayScale: scale)
    let views = (0..<45).map { _ in Canvas() }
    var log: [String] = []
    for round in 0..<Self.rounds {
      log = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let view = views.randomElement(using: &random)!
        log.append(change(view, of: views, in: tree, &random))
      }
      tree.flush()
      let expected = try renderer.pixels(of: tree.root)
      let result = ImageComparison().compare(backend.pixels, with: expected)
      guard result.isAccepted else {
        let edits = log.joined(separator: ", ")
        Issue.record("seed \(seed), scale \(scale), round \(round): \(result); \(edits)")
        return
      }
    }
    let half = Self.rounds * expectedPixels(scale) / 2
    #expect(backend.counts.pixels < half, "all is painted each time")
  }

  private static let images = [0xff00_ff00, 0x8080_0000].compactMap { color in
    try? BitmapImage(png: Pixels(width: 2, height: 1, argb: [color, 0xff00_0000]).png())
  }

  private func expectedPixels(_ scale: Double) -> Int { Int(160 * scale * 120 * scale) }

  private func change(
    _ view: Canvas,
    of views: [Canvas],
    in tree: ViewTree,
    _ random: inout SplitMix64
  ) -> String {
    let number = { (range: ClosedRange<Double>, random: inout SplitMix64) in
      // Whole numbers and others.
      let value = Double.random(in: range, using: &random)
      return Bool.random(using: &random) ? value.rounded() : value
    }
    let color = Color(
      red: .random(in: 0...1, using: &random),
      green: .random(in: 0...1, using: &random),
      blue: .random(in: 0...1, using: &random),
      alpha: Bool.random(using: &random) ? 1 : .random(in: 0...1, using: &random)
    )
    switch Int.random(in: 0..<17, using: &random) {
    case 0...3:
      let parent = Bool.random(using: &random) ? tree.root : pick(views, &random)
      parent.insert(view, after: Bool.random(using: &random) ? parent.lastChild : nil)
      return "insert"
    case 4, 5:
      view.frame = CGRect(
        x: number(-20...120, &random),
        y: number(-20...100, &random),
        width: number(0...90, &random),
        height: number(0...60, &random)
      )
      return "frame"
    case 6:
      view.alpha = pick([0, 0.5, 1, 1], &random)
      return "alpha"
    case 7:
      let angle = AffineTransform(rotationByDegrees: number(0...360, &random))
      let scaling = AffineTransform(scale: number(0...3, &random))
      view.transform = pick([.identity, angle, scaling], &random)
      return "transform \(view.transform)"
    case 8:
      view.clipsToBounds.toggle()
      return "clip"
    case 9:
      view.cornerRadius = number(0...20, &random)
      view.borderWidth = number(0...4, &random)
      view.borderColor = color
      return "border"
    case 10:
      view.backgroundColor = color
      return "background"
    case 11:
      view.removeFromParent()
      return "remove"
    case 12:
      view.isHidden.toggle()
      return "hide"
    case 13:
      let image = pick(Self.images, &random)
      let (inset, tint) = (number(-5...9, &random), Bool.random(using: &random) ? color : nil)
      view.commands = { list, bounds in
        list.draw(image, in: bounds.insetBy(dx: inset, dy: inset), tint: tint)
      }
      return "image"
    default:
      let block = TextBlock(
        AttributedText(
          string: pick(["Text", "jumping fox over fjords", "WAVE\nÅgj", ""], &random)
        ),
        font: Font(size: number(6...30, &random), isItalic: Bool.random(using: &random)),
        color: color,
        alignment: pick(TextBlock.Alignment.allCases, &random),
        lineBreak: pick(TextBlock.LineBreak.allCases, &random),
        maximumLines: Int.random(in: 0...3, using: &random)
      )
      let inset = number(-5...5, &random)
      view.commands = { $0.draw(block, in: $1.insetBy(dx: inset, dy: inset)) }
      return "text \(block)"
    }
  }

  @Test
  func `a frame in which nothing has changed paints nothing`() throws {
    let backend = try CairoBackend()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    tree.root.append(label("one", CGRect(x: 0, y: 0, width: 50, height: 20)))
    tree.flush()
    let counts = backend.counts
    #expect(counts.paints == 1)
    tree.flush()
    tree.root.firstChild?.frame.origin.x = 0
    tree.setNeedsFrame()
    backend.clock.advance(by: .seconds(1))
    #expect(backend.counts == counts)
  }

  @Test
  func `one label among many is painted alone`() throws {
    let backend = try CairoBackend()
    let tree = ViewTree(size: CGSize(width: 400, height: 2_000), backend: backend)
    let labels = (0..<1_000).map { index in
      label("row \(index)", CGRect(x: index % 10 * 40, y: index / 10 * 20, width: 40, height: 20))
    }
    for label in labels { tree.root.append(label) }
    tree.flush()
    #expect(backend.counts.views == 1_000)
    let before = backend.counts
    labels[555].commands = { $0.draw(TextBlock("new", font: .systemFont(ofSize: 13)), in: $1) }
    tree.flush()
    #expect(backend.counts.paints - before.paints == 1)
    #expect(backend.counts.views - before.views == 1)
    #expect(backend.counts.pixels - before.pixels < 44 * 24)
  }

  @Test
  func `a view that moves far paints two small parts`() throws {
    let backend = try CairoBackend()
    let tree = ViewTree(size: CGSize(width: 1_000, height: 1_000), backend: backend)
    let view = NativeView()
    view.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    view.backgroundColor = .red
    tree.root.append(view)
    tree.flush()
    let before = backend.counts
    view.frame.origin = CGPoint(x: 900, y: 900)
    tree.flush()
    #expect(backend.counts.paints - before.paints == 2)
    #expect(backend.counts.pixels - before.pixels == 2 * 22 * 22)
    #expect(backend.pixels[15, 15] == 0xffff_ffff)
    #expect(backend.pixels[905, 905] == 0xffff_0000)
  }

  @Test
  func `a chain of views as deep as no stack is painted and released`() throws {
    let backend = try CairoBackend()
    let tree = ViewTree(size: CGSize(width: 50, height: 50), backend: backend)
    var parent = tree.root
    for _ in 0..<50_000 {
      let view = NativeView()
      view.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
      parent.append(view)
      parent = view
    }
    parent.backgroundColor = .blue
    tree.flush()
    #expect(backend.pixels[25, 25] == 0xff00_00ff)
    tree.root.removeAllChildren()
    tree.flush()
    #expect(backend.pixels[25, 25] == 0xffff_ffff)
  }

  @Test
  func `another size of the root makes an image of that size`() throws {
    let backend = try CairoBackend(displayScale: 2)
    let tree = ViewTree(size: CGSize(width: 10, height: 20), backend: backend)
    tree.root.backgroundColor = .green
    tree.flush()
    #expect((backend.pixels.width, backend.pixels.height) == (20, 40))
    tree.resize(to: CGSize(width: 30, height: 5))
    tree.flush()
    #expect((backend.pixels.width, backend.pixels.height) == (60, 10))
    #expect(backend.pixels.argb.allSatisfy { $0 == 0xff00_ff00 })
    var diagnoses: [ViewDiagnosis] = []
    tree.onDiagnosis = { diagnoses.append($0) }
    tree.resize(to: CGSize(width: 0, height: 5))
    tree.flush()
    #expect(backend.pixels.argb.isEmpty)
    #expect(diagnoses.isEmpty)
    tree.resize(to: CGSize(width: 100_000, height: 5))
    tree.flush()
    #expect(diagnoses.count == 1)
  }

  @Test func `views that lie anywhere leave the others as they are`() throws {
    let backend = try CairoBackend()
    let tree = ViewTree(size: CGSize(width: 20, height: 20), backend: backend)
    tree.root.backgroundColor = .green
    for frame in [
      CGRect(x: CGFloat.greatestFiniteMagnitude, y: 0, width: .greatestFiniteMagnitude, height: 5),
      CGRect(x: -1e300, y: -1e300, width: 1, height: 1),
      CGRect(x: 1e12, y: 3, width: 1e12, height: 1e12),
    ] {
      let view = NativeView()
      view.frame = frame
      view.backgroundColor = .red
      tree.root.append(view)
      tree.flush()
      view.transform = AffineTransform(scale: 1e18)
      tree.flush()
      view.removeFromParent()
    }
    tree.flush()
    #expect(backend.pixels.argb.allSatisfy { $0 == 0xff00_ff00 })
  }
}

private func pick<Element>(_ elements: [Element], _ random: inout SplitMix64) -> Element {
  elements[Int.random(in: elements.indices, using: &random)]
}
