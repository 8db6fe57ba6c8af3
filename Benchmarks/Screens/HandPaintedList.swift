import CPangoCairo
import Foundation
import NativeViews
import TempuraTesting

/// The same screen, painted by the calls that a program would make without views: one surface a size, one layout a text, filled
/// anew for each picture.
///
/// Rule of its addresses: all are made by `init` or kept in `surfaces`, and given back by `deinit`.
@safe
final class HandPaintedList {
  private let fonts: OpaquePointer
  private let texts: OpaquePointer
  private var layouts: [OpaquePointer] = []
  private var surfaces: [[Int]: OpaquePointer] = [:]

  // SAFETY: of all calls: the rule above, and strings that live to the end of the call.

  init?() {
    guard unsafe cpangocairo_load() == nil, let fonts = unsafe cpc_fonts_create(nil, 0, nil) else {
      return nil
    }
    unsafe self.fonts = fonts
    unsafe texts = cpc_texts_create(fonts)
  }

  deinit {
    for index in 0..<(unsafe layouts.count) { unsafe cpc_layout_destroy(layouts[index]) }
    for key in unsafe surfaces.keys { unsafe cpc_surface_destroy(surfaces[key]) }
    unsafe cpc_texts_destroy(texts)
    unsafe cpc_fonts_destroy(fonts)
  }

  /// Paints a picture; returns its pixels where these are asked for.
  @discardableResult
  func paint(_ environment: SnapshotEnvironment, reads: Bool = false) -> [UInt32] {
    let contents = ListContents(environment)
    let scale = Double(environment.scale)
    let (width, height) = (
      Int32(environment.size.width * scale), Int32(environment.size.height * scale)
    )
    let key = [Int(width), Int(height)]
    if unsafe surfaces[key] == nil {
      unsafe surfaces[key] = cpc_surface_create(width, height)
    }
    guard let surface = unsafe surfaces[key], let canvas = unsafe cpc_canvas_create(surface) else {
      return []
    }
    unsafe cpc_begin(canvas, 0, 0, width, height, color(contents.background), scale)
    for row in 0..<contents.rowCount {
      unsafe cpc_fill(canvas, box(contents.squareFrame(row)), 0, color(contents.square))
      let (title, detail) = (contents.titleFrame(row), contents.detailFrame(row))
      show(
        row * 2,
        contents.texts[row * 2],
        ListContents.titleSize,
        title,
        contents.foreground,
        canvas
      )
      show(
        row * 2 + 1,
        contents.texts[row * 2 + 1],
        ListContents.detailSize,
        detail,
        contents.line,
        canvas
      )
      unsafe cpc_fill(canvas, box(contents.lineFrame(row)), 0, color(contents.line))
    }
    unsafe cpc_restore(canvas)
    unsafe cpc_canvas_destroy(canvas)
    guard reads else { return [] }
    var pixels = [UInt32](repeating: 0, count: Int(width) * Int(height))
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe cpc_surface_read(surface, start) }
    }
    return pixels
  }

  private func show(
    _ index: Int,
    _ text: String,
    _ size: Double,
    _ frame: CGRect,
    _ textColor: Color,
    _ canvas: OpaquePointer
  ) {
    while unsafe layouts.count <= index { unsafe layouts.append(cpc_layout_create(texts)) }
    let layout = unsafe layouts[index]
    let font = unsafe cpc_font(family: nil, size: size, weight: 400, italic: false)
    unsafe text.withCString { characters in
      unsafe cpc_layout_set_text(layout, characters, text.utf8.count, font, CPC_LEFT, CPC_TAIL, 1)
    }
    unsafe cpc_layout_fit(layout, frame.width, frame.height)
    unsafe cpc_layout_show(layout, canvas, frame.minX, frame.minY, color(textColor))
  }
}

private func color(_ color: Color) -> cpc_color {
  cpc_color(
    red: Double(color.red),
    green: Double(color.green),
    blue: Double(color.blue),
    alpha: Double(color.alpha)
  )
}

private func box(_ rect: CGRect) -> cpc_box {
  cpc_box(min_x: rect.minX, min_y: rect.minY, max_x: rect.maxX, max_y: rect.maxY)
}
