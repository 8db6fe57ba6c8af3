import CPangoCairo
package import Foundation
package import NativeViews

/// Lays texts out for backends with windows of their own, so that they show the same letters in the same places.
@MainActor
package final class TextDrawings {
  /// Measures texts as they are drawn.
  package nonisolated let measurer: PangoTextMeasurer
  private let resources: PaintResources

  /// Makes a text layouter.
  ///
  /// - Parameters:
  ///   - fonts: Fonts of texts.
  ///   - report: Receives mistakes, such as a missing font family, and the view they concern.
  package init(
    fonts: CairoFonts,
    report: @escaping @MainActor (ViewDiagnosis, NativeView?) -> Void
  ) {
    measurer = PangoTextMeasurer(fonts: fonts, tellsOfMissingFonts: false)
    resources = PaintResources(fonts: fonts)
    resources.report = { diagnosis, view in
      MainActor.assumeIsolated { report(diagnosis, view) }
    }
  }

  /// Lays a text out within a rectangle; nil if nothing of it is visible.
  package func layOut(_ text: TextBlock, in rect: CGRect, of view: NativeView?) -> TextDrawing? {
    var list = DisplayList()
    list.draw(text, in: rect)
    var drawing = Drawing(list, reusing: Drawing())
    _ = drawing.layOut(with: resources, of: DrawingOwner(view))
    guard !drawing.box.isEmpty else { return nil }
    return TextDrawing(drawing: drawing, resources: resources)
  }
}

/// A laid out text.
@MainActor
package struct TextDrawing {
  fileprivate let drawing: Drawing
  fileprivate let resources: PaintResources

  /// Whole points around everything painted, with a margin, since positions of letters are rounded.
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

  /// Paints the text with Cairo.
  ///
  /// - Parameter cairo: A `cairo_t`.
  @unsafe
  package func paint(on cairo: UnsafeMutableRawPointer) {
    // SAFETY: the caller keeps the context alive during the call.
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
