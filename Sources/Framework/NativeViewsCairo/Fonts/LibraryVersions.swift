import CPangoCairo

/// Versions of the libraries that pixels depend on, as a stamp for reference pictures.
///
/// Source: docs/semantics/ui.md, B2.
public struct LibraryVersions: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Version of Cairo.
  public var cairo: String
  /// Version of Pango.
  public var pango: String
  /// Version of FreeType.
  public var freeType: String
  /// Version of HarfBuzz.
  public var harfBuzz: String
  /// Version of Fontconfig.
  public var fontconfig: String
  /// The bundled fonts.
  public var fonts: String

  /// Takes recorded versions.
  package init(
    cairo: String,
    pango: String,
    freeType: String,
    harfBuzz: String,
    fontconfig: String,
    fonts: String
  ) {
    (self.cairo, self.pango, self.freeType) = (cairo, pango, freeType)
    (self.harfBuzz, self.fontconfig, self.fonts) = (harfBuzz, fontconfig, fonts)
  }

  /// The libraries that this program uses.
  ///
  /// - Throws: ``CairoError`` if they are missing.
  public static func current() throws(CairoError) -> LibraryVersions {
    try CairoFonts.load()
    return LibraryVersions(
      cairo: version(CPC_CAIRO),
      pango: version(CPC_PANGO),
      freeType: version(CPC_FREETYPE),
      harfBuzz: version(CPC_HARFBUZZ),
      fontconfig: version(CPC_FONTCONFIG),
      fonts: "DejaVu Sans 2.37"
    )
  }

  private static func version(_ library: cpc_library) -> String {
    var version = [CChar](repeating: 0, count: 32)
    // SAFETY: the buffer has as many bytes as stated; the last one ends the string.
    unsafe version.withUnsafeMutableBufferPointer { buffer in
      unsafe cpc_version(library, buffer.baseAddress, buffer.count)
    }
    return String(decoding: version.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }

  /// `cairo 1.16.0, pango 1.50.12, ...`.
  public var description: String {
    """
    cairo \(cairo), pango \(pango), freetype \(freeType), harfbuzz \(harfBuzz), \
    fontconfig \(fontconfig), \(fonts)
    """
  }
}
