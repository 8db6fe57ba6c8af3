public import Foundation

/// A text as a view shows it: with the font, colour and form that hold where the text itself says nothing.
public struct TextBlock: Hashable, Sendable {
  /// Placement of lines between left and right.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    case left
    case center
    case right
    case justified
    /// Left, or right for scripts that are written from right to left.
    case natural
  }

  /// Treatment of a line that is too long.
  public enum LineBreak: Hashable, Sendable, CaseIterable {
    case byWordWrapping
    case byCharWrapping
    case byClipping
    case byTruncatingHead
    case byTruncatingTail
    case byTruncatingMiddle
  }

  /// The characters and their attributes.
  public var text: AttributedText
  /// The font where the text has none of its own.
  public var font: Font
  /// The colour where the text has none of its own.
  public var color: Color
  /// The placement of lines between left and right.
  public var alignment: Alignment
  /// The treatment of a line that is too long.
  public var lineBreak: LineBreak
  /// Number of lines, or 0 for as many as are needed.
  public var maximumLines: Int

  /// Makes a text of one line, truncated at its end, unless told otherwise.
  public init(
    _ text: AttributedText,
    font: Font = .systemFont(ofSize: 17),
    color: Color = .black,
    alignment: Alignment = .left,
    lineBreak: LineBreak = .byTruncatingTail,
    maximumLines: Int = 1
  ) {
    (self.text, self.font, self.color) = (text, font, color)
    (self.alignment, self.lineBreak, self.maximumLines) = (alignment, lineBreak, maximumLines)
  }
}

/// Measures texts as a backend draws them.
///
/// Views that come from a tree to another are placed anew where its measurer isn't equal to that of the first, or, where measurers
/// aren't `Hashable`, of another type.
///
/// Isolation: any thread.
public protocol TextMeasuring: Sendable {
  /// Size of a text in points, whole lines of it, not above a width where words allow that.
  ///
  /// - Parameters:
  ///   - text: The text with its font.
  ///   - width: The width to which lines are broken; infinite where nothing limits it.
  /// - Returns: The size.
  func size(of text: TextBlock, width: CGFloat) -> CGSize
}

/// Measures texts as if each character were a block: 0.6 em wide, in lines of 1.2 em.
///
/// Needs no fonts, so that what is laid out by it is the same on every machine, also where no backend is installed.
public struct BlockTextMeasurer: TextMeasuring {
  /// Makes a measurer.
  public init() {}

  /// Size of a text whose characters are blocks.
  public func size(of text: TextBlock, width: CGFloat) -> CGSize {
    let advance = text.font.size * 0.6
    let lineHeight = text.font.size * 1.2
    // In a frame without height a font that grows with it has no size.
    guard advance > 0, advance.isFinite else { return .zero }
    let lengths = text.text.string.split(separator: "\n", omittingEmptySubsequences: false).map {
      CGFloat($0.count) * advance
    }
    let wraps = text.lineBreak == .byWordWrapping || text.lineBreak == .byCharWrapping
    guard wraps, width.isFinite, width > 0 else {
      let lines = text.maximumLines > 0 ? min(lengths.count, text.maximumLines) : lengths.count
      return CGSize(width: min(lengths.max() ?? 0, width), height: CGFloat(lines) * lineHeight)
    }
    let perLine = max((width / advance).rounded(.down), 1)
    let needed = lengths.reduce(0) { $0 + max(Int(($1 / advance / perLine).rounded(.up)), 1) }
    let lines = text.maximumLines > 0 ? min(needed, text.maximumLines) : needed
    return CGSize(
      width: min(lengths.max() ?? 0, perLine * advance),
      height: CGFloat(lines) * lineHeight
    )
  }
}
