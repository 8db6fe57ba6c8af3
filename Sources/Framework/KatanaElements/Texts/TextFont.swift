import Foundation
public import NativeViews
public import Plastic

/// The default font of a text, and whether fonts scale with the layout.
public struct TextFont: Hashable, Sendable {
  /// Family, weight and slant; also the size, if ``size`` is `nil`.
  public var font: Font
  /// Size, which may scale with the layout.
  public var size: Value?
  /// Whether the sizes of all fonts, including those in attributed texts, scale with the layout.
  public var isScalable: Bool

  /// Makes a font.
  public init(_ font: Font, size: Value? = nil, isScalable: Bool = false) {
    (self.font, self.size, self.isScalable) = (font, size, isScalable)
  }

  /// The bundled font, in a size that may scale with the layout.
  public static func system(_ size: Value) -> TextFont {
    TextFont(.systemFont(ofSize: size.unscaledValue), size: size)
  }

  /// The bold bundled font, in a size that may scale with the layout.
  public static func boldSystem(_ size: Value) -> TextFont {
    TextFont(.boldSystemFont(ofSize: size.unscaledValue), size: size)
  }

  /// The font in points, given a function that converts lengths to points.
  func resolved(_ scale: (Value) -> CGFloat) -> Font {
    var font = font
    font.size = max(scale(size ?? (isScalable ? .scalable(font.size) : .fixed(font.size))), 0)
    return font
  }

  /// A text with its own fonts in points.
  func resolved(_ text: AttributedText, _ scale: (Value) -> CGFloat) -> AttributedText {
    isScalable ? text.scalingFonts(by: scale(.scalable(1))) : text
  }
}
