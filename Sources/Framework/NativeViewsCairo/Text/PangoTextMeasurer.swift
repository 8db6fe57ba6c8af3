public import Foundation
public import NativeViews

/// Measures texts as ``CairoBackend`` paints them.
///
/// Sizes are rounded up to whole points, so that a measured text fits when it is painted, whatever a layout computes in between.
///
/// Source: docs/semantics/ui.md, B3.
public final class PangoTextMeasurer: TextMeasuring {
  /// The fonts to measure with.
  public let fonts: CairoFonts
  private let cache: MeasurementCache
  private let tellsOfMissingFonts: Bool

  /// Makes a measurer with the bundled fonts.
  ///
  /// - Throws: ``CairoError`` if the libraries are missing.
  public convenience init() throws(CairoError) { self.init(fonts: try CairoFonts.bundled()) }

  /// Makes a measurer.
  ///
  /// `cacheLimit`: the approximate number of sizes to keep.
  public convenience init(fonts: CairoFonts, cacheLimit: Int = 8_192) {
    self.init(fonts: fonts, cacheLimit: cacheLimit, tellsOfMissingFonts: true)
  }

  /// Makes a measurer; it needn't report missing fonts if the code that paints its texts does.
  init(fonts: CairoFonts, cacheLimit: Int = 8_192, tellsOfMissingFonts: Bool) {
    (self.fonts, self.tellsOfMissingFonts) = (fonts, tellsOfMissingFonts)
    cache = MeasurementCache(limit: cacheLimit)
  }

  /// Size of a text, rounded up to whole points.
  public func size(of text: TextBlock, width: CGFloat) -> CGSize {
    let width = width.isNaN ? 0 : max(Double(width), 0)
    let key = MeasurementCache.Key(text: text, width: width)
    if let size = cache[key] { return size }
    let size = fonts.withContext { context in
      let layout = context.scratch
      layout.set(text)
      layout.fit(width: width, height: .infinity)
      if tellsOfMissingFonts {
        for diagnosis in fonts.lacks(of: text, in: layout, subject: text.subject) {
          diagnosis.printWarning()
        }
      }
      return layout.size
    }
    // A line that is one Pango unit too narrow breaks or is truncated; in height, the layout tolerates one.
    let rounded = rounded(size)
    cache[key] = rounded
    return rounded
  }

  private func rounded(_ size: CGSize) -> CGSize {
    CGSize(width: size.width.rounded(.up), height: roundedUp(size.height))
  }

  /// Places of a text's characters on one line, in the order in which scripts of both directions are drawn.
  public func line(_ text: TextBlock) -> LineGeometry {
    let string = text.text.string
    return fonts.withContext { context in
      let layout = context.scratch
      layout.set(text)
      layout.fit(width: .infinity, height: .infinity)
      let (clusters, isRightToLeft) = layout.clusters(length: string.utf8.count)
      return LineGeometry(
        clusters: characters(of: string, drawnAs: clusters),
        size: rounded(layout.size),
        isRightToLeft: isRightToLeft
      )
    }
  }
}

extension PangoTextMeasurer: Hashable {
  /// Whether both measure with the same fonts.
  public static func == (left: PangoTextMeasurer, right: PangoTextMeasurer) -> Bool {
    left.fonts === right.fonts
  }

  /// Hashes the fonts.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(fonts)) }
}

extension TextBlock {
  /// The text's name in a diagnosis.
  var subject: String { "text \"\(text.string)\"" }
}

/// Rounds up to a whole number, but ignores the rounding of Pango's units.
private func roundedUp(_ value: CGFloat) -> CGFloat { (value - 1 / 1024).rounded(.up) }
