import CPangoCairo
import Foundation
import NativeViews
import TempuraTesting

/// The same screen, painted by the calls that a program would make without views: one surface a size, and layouts of Pango
/// that are filled anew for each picture, or one a text and width that is filled once a matrix.
///
/// Rule of the addresses in this file: each is made by an `init` and given back by its `deinit`.
@safe
final class HandPaintedList {
  private let fonts: OpaquePointer
  private let texts: OpaquePointer
  /// Layouts of texts, where they are kept.
  private var layouts: [HandText: HandLayout] = [:]
  /// The layout of each text of a picture, where they aren't.
  private var places: [HandLayout] = []
  private let keepsLayouts: Bool
  private var surfaces: [[Int]: HandSurface] = [:]

  // SAFETY: of all calls in this file: the rule above, and strings that live to the end of the call.

  init?(keepingLayouts keepsLayouts: Bool) {
    guard unsafe cpangocairo_load() == nil, let fonts = unsafe cpc_fonts_create(nil, 0, false, nil)
    else {
      return nil
    }
    self.keepsLayouts = keepsLayouts
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
    for row in 0..<contents.rowCount {
      canvas.fill(contents.squareFrame(row), contents.square)
      let (title, detail) = (contents.titleFrame(row), contents.detailFrame(row))
      layout(row * 2, contents.texts[row * 2], ListContents.titleSize, title)
        .show(at: title, contents.foreground, on: canvas)
      layout(row * 2 + 1, contents.texts[row * 2 + 1], ListContents.detailSize, detail)
        .show(at: detail, contents.line, on: canvas)
      canvas.fill(contents.lineFrame(row), contents.line)
    }
    return surface
  }

  /// Forgets the layouts that are kept.
  func forgetTexts() { layouts = [:] }

  private func layout(_ place: Int, _ text: String, _ size: Double, _ frame: CGRect) -> HandLayout {
    let text = HandText(text: text, size: size, width: frame.width, height: frame.height)
    if !keepsLayouts {
      while places.count <= place { unsafe places.append(HandLayout(texts)) }
      places[place].fill(with: text)
      return places[place]
    }
    if let known = layouts[text] { return known }
    let layout = unsafe HandLayout(texts)
    layout.fill(with: text)
    layouts[text] = layout
    return layout
  }
}

/// A text in an area.
struct HandText: Hashable {
  var text: String
  var size: Double
  var width: Double
  var height: Double
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

  func fill(with text: HandText) {
    let font = unsafe cpc_font(family: nil, size: text.size, weight: 400, italic: false)
    let string = text.text
    unsafe string.withCString { characters in
      unsafe cpc_layout_set_text(
        pointer,
        characters,
        string.utf8.count,
        font,
        CPC_LEFT,
        CPC_TAIL,
        1
      )
    }
    unsafe cpc_layout_fit(pointer, text.width, text.height)
  }

  func show(at frame: CGRect, _ color: Color, on canvas: HandCanvas) {
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
