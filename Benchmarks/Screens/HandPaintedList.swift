import CPangoCairo
import Foundation
import NativeViews
import TempuraTesting

/// The same screen, painted by the calls that a program would make without views: one surface a size, one layout a text, filled
/// anew for each picture.
///
/// Rule of the addresses in this file: each is made by an `init` and given back by its `deinit`.
@safe
final class HandPaintedList {
  private let fonts: OpaquePointer
  private let texts: OpaquePointer
  private var layouts: [HandLayout] = []
  private var surfaces: [[Int]: HandSurface] = [:]

  // SAFETY: of all calls in this file: the rule above, and strings that live to the end of the call.

  init?() {
    guard unsafe cpangocairo_load() == nil, let fonts = unsafe cpc_fonts_create(nil, 0, nil) else {
      return nil
    }
    unsafe self.fonts = fonts
    unsafe texts = cpc_texts_create(fonts)
  }

  deinit {
    unsafe cpc_texts_destroy(texts)
    unsafe cpc_fonts_destroy(fonts)
  }

  /// Paints a picture; returns where it is painted.
  @discardableResult
  func paint(_ environment: SnapshotEnvironment) -> HandSurface? {
    let contents = ListContents(environment)
    let scale = Double(environment.scale)
    let size = [Int(environment.size.width * scale), Int(environment.size.height * scale)]
    guard let surface = surfaces[size] ?? HandSurface(width: size[0], height: size[1]),
      let canvas = surface.begin(contents.background, scale: scale)
    else { return nil }
    surfaces[size] = surface
    while layouts.count < contents.texts.count { unsafe layouts.append(HandLayout(texts)) }
    for row in 0..<contents.rowCount {
      canvas.fill(contents.squareFrame(row), contents.square)
      layouts[row * 2].show(
        contents.texts[row * 2],
        ListContents.titleSize,
        contents.titleFrame(row),
        contents.foreground,
        on: canvas
      )
      layouts[row * 2 + 1].show(
        contents.texts[row * 2 + 1],
        ListContents.detailSize,
        contents.detailFrame(row),
        contents.line,
        on: canvas
      )
      canvas.fill(contents.lineFrame(row), contents.line)
    }
    return surface
  }
}

/// An image.
@safe
final class HandSurface {
  private let pointer: OpaquePointer
  private let width: Int
  private let height: Int

  init?(width: Int, height: Int) {
    guard let pointer = unsafe cpc_surface_create(Int32(width), Int32(height)) else { return nil }
    unsafe self.pointer = pointer
    (self.width, self.height) = (width, height)
  }

  deinit { unsafe cpc_surface_destroy(pointer) }

  /// Fills it with a colour, and begins to paint.
  func begin(_ background: Color, scale: Double) -> HandCanvas? {
    guard let canvas = unsafe cpc_canvas_create(pointer) else { return nil }
    let all = cpc_box(min_x: 0, min_y: 0, max_x: Double(width), max_y: Double(height))
    unsafe cpc_save(canvas)
    unsafe cpc_clear(canvas, all, cpc_color(background))
    unsafe cpc_set_scale(canvas, scale)
    return unsafe HandCanvas(canvas)
  }

  var pixels: [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe cpc_surface_read(pointer, start) }
    }
    return pixels
  }
}

/// What an image is painted by.
@safe
final class HandCanvas {
  fileprivate let pointer: OpaquePointer

  @unsafe
  fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit {
    unsafe cpc_restore(pointer)
    unsafe cpc_canvas_destroy(pointer)
  }

  func fill(_ rect: CGRect, _ color: Color) {
    let box = cpc_box(min_x: rect.minX, min_y: rect.minY, max_x: rect.maxX, max_y: rect.maxY)
    unsafe cpc_fill(pointer, box, 0, cpc_color(color))
  }
}

/// A text.
@safe
final class HandLayout {
  private let pointer: OpaquePointer

  @unsafe
  init(_ texts: OpaquePointer) { unsafe pointer = cpc_layout_create(texts) }

  deinit { unsafe cpc_layout_destroy(pointer) }

  func show(_ text: String, _ size: Double, _ frame: CGRect, _ color: Color, on canvas: HandCanvas)
  {
    let font = unsafe cpc_font(family: nil, size: size, weight: 400, italic: false)
    unsafe text.withCString { characters in
      unsafe cpc_layout_set_text(pointer, characters, text.utf8.count, font, CPC_LEFT, CPC_TAIL, 1)
    }
    unsafe cpc_layout_fit(pointer, frame.width, frame.height)
    unsafe cpc_layout_show(pointer, canvas.pointer, frame.minX, frame.minY, cpc_color(color))
  }
}

extension cpc_color {
  fileprivate init(_ color: Color) {
    self.init(
      red: Double(color.red),
      green: Double(color.green),
      blue: Double(color.blue),
      alpha: Double(color.alpha)
    )
  }
}
