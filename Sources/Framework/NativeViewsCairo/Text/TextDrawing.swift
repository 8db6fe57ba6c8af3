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
  /// - Parameters:
  ///   - fonts: Fonts of texts; the bundled ones unless given.
  ///   - report: Takes mistakes, such as a font family that is missing, and the view that they are told of.
  /// - Throws: ``CairoError`` if the libraries are missing.
  package init(
    fonts: CairoFonts? = nil,
    report: @escaping @MainActor (ViewDiagnosis, NativeView?) -> Void
  ) throws(CairoError) {
    let fonts = try CairoFonts.bundled(unless: fonts)
    measurer = PangoTextMeasurer(fonts: fonts, tellsOfMissingFonts: false)
    resources = PaintResources(fonts: fonts)
    resources.report = { diagnosis, view in
      MainActor.assumeIsolated { report(diagnosis, view) }
    }
  }

  /// Lays a text out within a rectangle; nothing where nothing of it can be seen.
  package func layOut(_ text: TextBlock, in rect: CGRect, of view: NativeView?) -> TextDrawing? {
    var list = DisplayList()
    list.draw(text, in: rect)
    var drawing = Drawing(list, reusing: Drawing())
    _ = drawing.layOut(with: resources, of: DrawingOwner(view))
    guard !drawing.box.isEmpty else { return nil }
    return TextDrawing(drawing: drawing, resources: resources)
  }
}

/// A text that is laid out.
@MainActor
package struct TextDrawing {
  fileprivate let drawing: Drawing
  fileprivate let resources: PaintResources

  /// Whole points with all that is painted, and some around it, for the places of letters are rounded.
  package var bounds: CGRect {
    let box = drawing.box.insetBy(-2)
    let (left, top) = (box.minX.rounded(.down), box.minY.rounded(.down))
    return CGRect(
      x: left,
      y: top,
      width: box.maxX.rounded(.up) - left,
      height: box.maxY.rounded(.up) - top
    )
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
      with: resources,
      of: DrawingOwner(nil)
    )
  }
}
