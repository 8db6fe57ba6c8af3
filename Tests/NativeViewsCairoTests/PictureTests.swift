import CPangoCairo
import Foundation
import NativeViews
import SeededRandom
import Testing

@testable import NativeViewsCairo

@MainActor @Suite
struct `Pictures` {
  @Test
  func `pixels survive a PNG file`() throws {
    // Components aren't above the opacity.
    let pixels = Pixels(
      width: 16,
      height: 16,
      argb: (0..<256).map { index in
        let alpha = UInt32(index)
        return alpha << 24 | alpha / 2 << 16 | alpha / 3 << 8 | alpha
      }
    )
    let image = try BitmapImage(png: pixels.png())
    #expect((image.pixelWidth, image.pixelHeight) == (16, 16))
    #expect(try Pixels(decoding: image) == pixels)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hamon-\(UUID()).png")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try pixels.writePNG(to: path)
    #expect(try Pixels(decoding: BitmapImage(contentsOfFile: path)) == pixels)
    #expect(throws: CairoError.self) { try pixels.writePNG(to: "/nowhere/picture.png") }
    #expect(throws: CairoError.unusableSize(width: 0, height: 0)) {
      try Pixels(width: 0, height: 0).png()
    }
  }

  private func show(_ draw: @escaping (inout DisplayList, CGRect) -> Void) throws -> Pixels {
    let view = Canvas()
    view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    view.commands = draw
    return try CairoRenderer().pixels(of: view)
  }

  @Test(arguments: [1, 0.5])
  func `what stands millions of points away from the beginning is painted as near to it`(
    scale: CGFloat
  ) throws {
    let (scroller, content, row) = (NativeView(), NativeView(), Canvas())
    scroller.frame = CGRect(x: 10, y: 10, width: 100, height: 50)
    scroller.clipsToBounds = true
    content.frame.size = CGSize(width: 100, height: 100_000_000)
    content.backgroundColor = .orange
    (content.clipsToBounds, content.cornerRadius, content.alpha) = (true, 5, 0.75)
    content.transform = AffineTransform(scaleByX: 1, byY: scale)
    (row.backgroundColor, row.borderWidth, row.borderColor) = (.yellow, 2, .blue)
    (row.cornerRadius, row.alpha, row.clipsToBounds) = (6, 0.5, true)
    row.commands = { $0.draw(TextBlock("row", font: Font(size: 15), color: .black), in: $1) }
    scroller.append(content)
    content.append(row)
    let places: [CGFloat] = [1_000, 8_000_000, 9_000_000, 44_000_000, 99_000_000]
    let pictures = try places.map { place in
      row.frame = CGRect(x: 5, y: place, width: 60, height: 40)
      // Seven points above the row, with what the transform around the centre moves.
      let half = content.frame.height / 2
      content.frame.origin.y = 7 - half - (place - half) * scale
      let root = NativeView()
      root.frame.size = CGSize(width: 120, height: 70)
      root.append(scroller)
      return try CairoRenderer().pixels(of: root)
    }
    #expect(pictures.dropFirst().allSatisfy { $0 == pictures[0] })
    #expect(Set(pictures[0].argb).count > 10)
  }

  @Test
  func `nothing of what is too far away for Cairo is a place that it can hold`() {
    let seen = Box(minX: 0, minY: 0, maxX: 10, maxY: 10)
    for far in [Box.empty, Box(minX: 1e9, minY: 0, maxX: 2e9, maxY: 9)] {
      let part = far.representable(around: seen)
      #expect(part.isEmpty && part.isFinite)
    }
  }

  @Test
  func `an image fills its rectangle to the edges, in its colours or in one`() throws {
    let image = try BitmapImage(
      png: Pixels(width: 2, height: 2, argb: [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0]).png()
    )
    let plain = try show { list, _ in
      list.draw(image, in: CGRect(x: 4, y: 4, width: 12, height: 12))
    }
    #expect(plain[3, 4] == 0xffff_ffff)
    #expect(plain[4, 4] == 0xffff_0000)
    #expect(plain[15, 4] == 0xff00_ff00)
    #expect(plain[4, 15] == 0xff00_00ff)
    #expect(plain[15, 15] == 0xffff_ffff)
    let tinted = try show { list, _ in
      list.draw(image, in: CGRect(x: 4, y: 4, width: 12, height: 12), tint: .black)
    }
    #expect(tinted[4, 4] == 0xff00_0000)
    #expect(tinted[15, 15] == 0xffff_ffff)
  }

  @Test(arguments: [1, 1.5, 2, 3])
  func `whole pixels that are filled in memory are those that Cairo fills`(scale: Double) throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let (inMemory, byCairo) = (
      try Surface(width: 60, height: 48), try Surface(width: 60, height: 48)
    )
    let all = PixelRect(x: 0, y: 0, width: 60, height: 48)
    for round in 0..<500 {
      let component = {
        let value = Double.random(in: 0...1, using: &random)
        // Thresholds of eight bits, and next to them.
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: value
        case 1: (value * 256).rounded() / 256
        case 2: ((value * 256).rounded() / 256).nextDown.magnitude
        default: (value * 255).rounded() / 255
        }
      }
      let color = cpc_color(red: component(), green: component(), blue: component(), alpha: 1)
      let (left, top) = (
        Int.random(in: -5..<60, using: &random), Int.random(in: 0..<48, using: &random)
      )
      let right = left + Int.random(in: 0...70, using: &random)
      let bottom = top + Int.random(in: 0...50, using: &random)
      let box = Box(
        minX: Double(left) / scale,
        minY: Double(top) / scale,
        maxX: Double(right) / scale,
        maxY: Double(bottom) / scale
      )
      _ = inMemory.paint(all, over: nil, scale: scale) {
        #expect($0.fillPixels(box, scale: scale, color))
      }
      _ = byCairo.paint(all, over: nil, scale: scale) { $0.fill(box, radius: 0, color) }
      guard inMemory.pixels == byCairo.pixels else {
        Issue.record("seed \(seed), round \(round): \(color) in \(box)")
        return
      }
    }
    let refused = [
      cpc_color(red: .nan, green: 0, blue: 0, alpha: 1),
      cpc_color(red: 2, green: 0, blue: 0, alpha: 1),
      cpc_color(red: 0, green: 0, blue: 0, alpha: 0.5),
    ]
    let before = inMemory.pixels
    _ = inMemory.paint(all, over: nil, scale: scale) { canvas in
      for color in refused {
        #expect(!canvas.fillPixels(Box(minX: 0, minY: 0, maxX: 9, maxY: 9), scale: scale, color))
      }
    }
    #expect(inMemory.pixels == before)
  }

  @Test
  func `an image that can't be decoded is told of, and the rest is shown`() throws {
    var data = try Pixels(width: 30, height: 30, filledWith: 0xff00_0000).png()
    data.removeLast(40)
    let damaged = try BitmapImage(png: data)
    let backend = try CairoBackend()
    let tree = ViewTree(size: CGSize(width: 30, height: 30), backend: backend)
    var diagnoses: [ViewDiagnosis] = []
    let notice = NativeView()
    notice.frame = CGRect(x: 20, y: 20, width: 10, height: 10)
    tree.onDiagnosis = {
      diagnoses.append($0)
      notice.backgroundColor = .green
    }
    tree.root.append(notice)
    let view = Canvas()
    view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    view.key = "photo"
    view.commands = {
      $0.draw(damaged, in: $1)
      $0.fill(CGRect(x: 0, y: 0, width: 10, height: 10), with: .red)
    }
    tree.root.append(view)
    tree.flush()
    #expect(diagnoses.count == 1)
    #expect(diagnoses.first?.subject.contains("\"photo\"") == true)
    // Who is told may show it in a view of the same frame.
    #expect(notice.backgroundColor == .green)
    tree.flush()
    #expect(backend.pixels[25, 25] == 0xff00_ff00)
    #expect(backend.pixels[5, 5] == 0xffff_0000)
    #expect(backend.pixels[15, 15] == 0xffff_ffff)
    view.setNeedsDisplay()
    tree.flush()
    #expect(diagnoses.count == 1)
  }

  @Test
  func `opacity holds for a view with all that is in it`() throws {
    let root = NativeView()
    root.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    let (outer, inner) = (NativeView(), NativeView())
    for view in [outer, inner] {
      view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      view.backgroundColor = .black
    }
    outer.alpha = 0.5
    outer.append(inner)
    root.append(outer)
    // As a layer, not each on its own: that would be darker.
    let pixel = try CairoRenderer().pixels(of: root)[10, 10] & 0xff
    #expect((126...129).contains(pixel))
  }

  @Test
  func `transforms are around the centre, and clips cut what is in a view`() throws {
    let root = NativeView()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    let view = NativeView()
    view.frame = CGRect(x: 15, y: 18, width: 10, height: 4)
    view.backgroundColor = .black
    view.transform = AffineTransform(rotationByDegrees: 90)
    root.append(view)
    var pixels = try CairoRenderer().pixels(of: root)
    #expect(pixels[20, 16] == 0xff00_0000)
    #expect(pixels[16, 20] == 0xffff_ffff)
    view.transform = AffineTransform(scale: 2)
    pixels = try CairoRenderer().pixels(of: root)
    #expect(pixels[11, 17] == 0xff00_0000)
    #expect(pixels[11, 15] == 0xffff_ffff)
    view.transform = .identity
    let child = NativeView()
    child.frame = CGRect(x: -10, y: -10, width: 100, height: 100)
    child.backgroundColor = .red
    view.append(child)
    #expect(try CairoRenderer().pixels(of: root)[30, 30] == 0xffff_0000)
    view.clipsToBounds = true
    view.cornerRadius = 2
    pixels = try CairoRenderer().pixels(of: root)
    #expect(pixels[30, 30] == 0xffff_ffff)
    #expect(pixels[20, 20] == 0xffff_0000)
    #expect(pixels[15, 18] != 0xffff_0000)
    view.transform = AffineTransform(scale: 0)
    #expect(try CairoRenderer().pixels(of: root)[20, 20] == 0xffff_ffff)
  }

  @Test
  func `a view that clips shows nothing of what it draws beyond its bounds and corners`() throws {
    let image = try BitmapImage(png: Pixels(width: 1, height: 1, argb: [0xffff_0000]).png())
    let root = NativeView()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    let view = Canvas()
    view.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    (view.cornerRadius, view.borderWidth, view.borderColor) = (10, 2, .blue)
    view.commands = { $0.draw(image, in: $1.insetBy(dx: -5, dy: 0)) }
    root.append(view)
    let renderer = try CairoRenderer()
    let open = try renderer.pixels(of: root)
    #expect(open[10, 10] == 0xffff_0000 && open[7, 20] == 0xffff_0000)
    view.clipsToBounds = true
    let round = try renderer.pixels(of: root)
    #expect(round[10, 10] == 0xffff_ffff && round[7, 20] == 0xffff_ffff)
    #expect(round[20, 20] == 0xffff_0000 && round[20, 11] == 0xff00_00ff)
    view.cornerRadius = 0
    let square = try renderer.pixels(of: root)
    #expect(square[12, 12] == 0xffff_0000 && square[7, 20] == 0xffff_ffff)
  }

  @Test
  func `a tree that another backend shows is painted as well`() throws {
    let tree = ViewTree(size: CGSize(width: 30, height: 10))
    tree.root.append(label("Text", CGRect(x: 0, y: 0, width: 30, height: 10)))
    tree.flush()
    let pixels = try CairoRenderer(displayScale: 3).pixels(of: tree.root)
    #expect((pixels.width, pixels.height) == (90, 30))
    #expect(Set(pixels.argb).count > 2)
    #expect(throws: CairoError.unusableSize(width: 0, height: 0)) {
      try CairoRenderer().pixels(of: NativeView())
    }
  }
}
