public import Foundation

/// A typeface, size and weight.
public struct Font: Hashable, Sendable {
  /// Thickness of the strokes, in OpenType weight classes.
  public enum Weight: Int, Hashable, Sendable, CaseIterable {
    case light = 300
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
  }

  /// Name of the family; `nil` for the bundled font, which is the same on every machine.
  public var family: String?
  /// Size in points.
  public var size: CGFloat
  /// Thickness of the strokes.
  public var weight: Weight
  /// Whether the letters are slanted.
  public var isItalic: Bool

  /// Makes a font.
  public init(
    family: String? = nil,
    size: CGFloat,
    weight: Weight = .regular,
    isItalic: Bool = false
  ) {
    (self.family, self.size, self.weight, self.isItalic) = (family, size, weight, isItalic)
  }

  /// The bundled font at a size.
  public static func systemFont(ofSize size: CGFloat) -> Font { Font(size: size) }

  /// The bold bundled font at a size.
  public static func boldSystemFont(ofSize size: CGFloat) -> Font {
    Font(size: size, weight: .bold)
  }
}

/// A text whose parts may have their own fonts and colours.
///
/// A string literal has no attributes: font and colour are those of the view that shows it.
public struct AttributedText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// Attributes of a part; a `nil` one is inherited.
  public struct Attributes: Hashable, Sendable {
    /// The font, or that of the view.
    public var font: Font?
    /// The colour, or that of the view.
    public var color: Color?
    /// Whether the text is underlined.
    public var isUnderlined: Bool

    /// Makes attributes, by default none.
    public init(font: Font? = nil, color: Color? = nil, isUnderlined: Bool = false) {
      (self.font, self.color, self.isUnderlined) = (font, color, isUnderlined)
    }
  }

  /// A part of the text with attributes of its own.
  public struct Span: Hashable, Sendable {
    /// Range of UTF-8 code units.
    public var range: Range<Int>
    /// The attributes of the range.
    public var attributes: Attributes
  }

  /// The characters.
  public private(set) var string: String
  /// Parts with attributes, in text order; they don't overlap.
  public private(set) var spans: [Span] = []

  /// Makes a text with the same attributes throughout.
  public init(string: String, attributes: Attributes = Attributes()) {
    self.string = string
    if attributes != Attributes(), !string.isEmpty {
      spans = [Span(range: 0..<string.utf8.count, attributes: attributes)]
    }
  }

  /// Makes a text without attributes.
  public init(stringLiteral value: String) { self.init(string: value) }

  /// Appends another text with its attributes.
  public mutating func append(_ other: AttributedText) {
    let start = string.utf8.count
    string += other.string
    spans += other.spans.map {
      Span(
        range: $0.range.lowerBound + start..<$0.range.upperBound + start,
        attributes: $0.attributes
      )
    }
  }

  /// Adds a part with attributes after the others.
  mutating func add(_ span: Span) { spans.append(span) }

  /// Concatenates two texts.
  public static func + (left: AttributedText, right: AttributedText) -> AttributedText {
    var text = left
    text.append(right)
    return text
  }

  /// The text with each of its fonts scaled by a factor.
  public func scalingFonts(by factor: CGFloat) -> AttributedText {
    var text = self
    for index in text.spans.indices { text.spans[index].attributes.font?.size *= factor }
    return text
  }
}
