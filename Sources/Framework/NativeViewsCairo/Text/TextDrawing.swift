import CPangoCairo
package import Foundation
package import NativeViews

/// Lays texts out for backends that have windows of their own, so that they show the same letters at the same places.
@MainActor
package final class TextDrawings {
  /// Measures texts as they are drawn.
  package nonisolated let measurer: PangoTextMeasurer
  private let resources: PaintResources

  /// Opens the libraries.
  ///
  /// - Parameter report: Takes mistakes, such as a font family that is missing, and the view that they are told of.
  package init(
    fonts: CairoFonts? = nil,
    report: @escaping @MainActor (ViewDiagnosis, NativeView?) -> Void
  ) throws(CairoError) {
    let fonts = try CairoFonts.bundled(unless: fonts)
    measurer = PangoTextMeasurer(fonts: fonts)
    resources = PaintResources(fonts: fonts)
    resources.report = { diagnosis, view in
      MainActor.assumeIsolated { report(diagnosis, view) }
    }
  }

  /// Lays a text out within a rectangle; nothing where nothing of it can be seen.
  package func layOut(_ text: TextBlock, in rect: CGRect, of view: NativeView?) -> TextDrawing? {
    var list = DisplayList()
    list.draw(text, in: rect)
    var drawing = Drawing(list, of: view, reusing: Drawing())
    _ = drawing.layOut(with: resources)
    guard !drawing.box.isEmpty else { return nil }
    return TextDrawing(drawing: drawing, resources: resources)
  }
}

/// A text that is laid out.
@MainActor
package struct TextDrawing {
  fileprivate let drawing: Drawing
  fileprivate let resources: PaintResources

  /// What is painted, and a pixel around it, for the places of letters are rounded.
  package var bounds: CGRect {
    let box = drawing.box.insetBy(-1)
    return CGRect(x: box.minX, y: box.minY, width: box.width, height: box.height)
  }

  /// Paints the text by Cairo.
  ///
  /// - Parameter cairo: A `cairo_t`.
  @unsafe
  package func paint(on cairo: UnsafeMutableRawPointer) {
    // SAFETY: the caller keeps the context until the call ends.
    let canvas = unsafe Canvas(OpaquePointer(cairo))
    drawing.paint(
      on: canvas,
      x: 0,
      y: 0,
      within: drawing.box,
      alpha: 1,
      with: resources
    )
  }
}
