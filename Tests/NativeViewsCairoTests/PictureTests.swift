import Foundation
import NativeViews
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

  @Test
  func `an image fills its rectangle to the edges, in its colours or in one`() throws {
    let image = try BitmapImage(
      png: Pixels(width: 2, height: 2, argb: [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0]).png()
    )
    let plain = try show { list, _ in list.draw(image, in: CGRect(x: 4, y: 4, width: 12, height: 12)) }
    #expect(plain[3, 4] == 0xffff_ffff)
    #expect(plain[4, 4] == 0xffff_0000)
    #expect(plain[15, 4] == 0xff00_ff00)
    #expect(plain[4, 15] == 0xff00_00ff)
    #expect(plain[15, 15] == 0xffff_ffff)
    let tinted = try show { list, _ in list.draw(image, in: CGRect(x: 4, y: 4, width: 12, height: 12), tint: .black) }
    #expect(tinted[4, 4] == 0xff00_0000)
    #expect(tinted[15, 15] == 0xffff_ffff)
  }

  @Test
  func `an image that can't be decoded is told of, and the rest is shown`() throws {
    var data = try Pixels(width: 30, height: 30, filledWith: 0xff00_0000).png()
    data.removeLast(40)
    let damaged = try BitmapImage(png: data)
    let backend = try CairoBackend()
    let tree = ViewTree(size: CGSize(width: 20, height: 20), backend: backend)
    var diagnoses: [ViewDiagnosis] = []
    tree.onDiagnosis = { diagnoses.append($0) }
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
