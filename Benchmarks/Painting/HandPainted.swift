import CPangoCairo
import Foundation
import NativeViewsCairo

/// The labels of ``LabelScene``, painted by the calls that a program would make without views: a layout a label that is
/// kept, and a rectangle behind it.
///
/// Rule of its addresses: all are made by `init` and given back by `deinit`.
@safe
final class HandPainted {
  private let fonts: OpaquePointer
  private let texts: OpaquePointer
  private let surface: OpaquePointer
  private let canvas: OpaquePointer
  private let layouts: [OpaquePointer]

  // SAFETY: of all calls: the rule above, and strings that live to the end of the call.

  init?(labels count: Int) {
    let size = LabelScene.size(count)
    guard unsafe cpangocairo_load() == nil, let fonts = unsafe cpc_fonts_create(nil, 0, false, nil),
      let surface = unsafe cpc_surface_create(Int32(size.width), Int32(size.height))
    else { return nil }
    unsafe (self.fonts, self.surface) = (fonts, surface)
    let texts: OpaquePointer = unsafe cpc_texts_create(fonts)
    unsafe self.texts = texts
    unsafe canvas = cpc_canvas_create(surface)
    unsafe layouts = (0..<max(count, 1)).map { _ in unsafe cpc_layout_create(texts) }
    for index in 0..<max(count, 1) { set(index, "Label \(index)") }
  }

  deinit {
    let indices = unsafe layouts.indices
    for index in indices { unsafe cpc_layout_destroy(layouts[index]) }
    unsafe cpc_canvas_destroy(canvas)
    unsafe cpc_surface_destroy(surface)
    unsafe cpc_texts_destroy(texts)
    unsafe cpc_fonts_destroy(fonts)
  }

  func set(_ index: Int, _ text: String) {
    let font = unsafe cpc_font(family: nil, size: 13, weight: 400, italic: false)
    unsafe text.withCString { characters in
      unsafe cpc_layout_set_text(
        layouts[index],
        characters,
        text.utf8.count,
        font,
        CPC_LEFT,
        CPC_TAIL,
        1
      )
    }
    unsafe cpc_layout_fit(layouts[index], LabelScene.labelSize.width, LabelScene.labelSize.height)
  }

  func measure(_ index: Int, _ text: String) -> Double {
    set(index, text)
    var (width, height, lines) = (0.0, 0.0, Int32(0))
    unsafe cpc_layout_measure(layouts[index], &width, &height, &lines)
    return width
  }

  func clear(_ box: cpc_box) {
    unsafe cpc_fill(canvas, box, 0, cpc_color(red: 1, green: 1, blue: 1, alpha: 1))
  }

  func clearAll() {
    let (width, height) = unsafe (cpc_surface_width(surface), cpc_surface_height(surface))
    clear(cpc_box(min_x: 0, min_y: 0, max_x: Double(width), max_y: Double(height)))
  }

  func show(_ index: Int) {
    let origin = LabelScene.origin(index)
    let black = cpc_color(red: 0, green: 0, blue: 0, alpha: 1)
    unsafe cpc_layout_show(layouts[index], canvas, origin.x, origin.y, black)
  }

  /// Paints one label again, with what is behind it.
  func repaint(_ index: Int) {
    let (origin, size) = (LabelScene.origin(index), LabelScene.labelSize)
    clear(
      cpc_box(
        min_x: origin.x,
        min_y: origin.y,
        max_x: origin.x + size.width,
        max_y: origin.y + size.height
      )
    )
    show(index)
  }

  var pixels: [UInt32] {
    let (width, height) = unsafe (cpc_surface_width(surface), cpc_surface_height(surface))
    var pixels = [UInt32](repeating: 0, count: Int(width) * Int(height))
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe cpc_surface_read(surface, start) }
    }
    return pixels
  }
}
