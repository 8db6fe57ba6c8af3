public import Foundation

/// A text as a view shows it, with the default font, colour and form.
public struct TextBlock: Hashable, Sendable {
  /// Horizontal placement of lines.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    case left
    case center
    case right
    case justified
    /// Left, or right for scripts written from right to left.
    case natural
  }

  /// Treatment of lines that are too long.
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
  /// The font of parts without one.
  public var font: Font
  /// The colour of parts without one.
  public var color: Color
  /// The horizontal placement of lines.
  public var alignment: Alignment
  /// The treatment of lines that are too long.
  public var lineBreak: LineBreak
  /// Maximum number of lines; 0 for no limit.
  public var maximumLines: Int

  /// Makes a text, by default of one line, truncated at its end.
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
/// Views that move between trees are laid out again if the measurers differ: by `==` if they are `Hashable`, otherwise by type.
///
/// Isolation: any thread.
public protocol TextMeasuring: Sendable {
  /// Size of a text in points: of whole lines, no wider than a width unless a word is.
  ///
  /// - Parameters:
  ///   - text: The text with its font.
  ///   - width: The width at which lines break; infinite for no limit.
  /// - Returns: The size.
  func size(of text: TextBlock, width: CGFloat) -> CGSize

  /// Places of a text's characters on one line, which doesn't break; by default of one that is read from left to right.
  ///
  /// - Parameter text: The text with its font, without line breaks.
  /// - Returns: The places.
  func line(_ text: TextBlock) -> LineGeometry
}

/// Measures texts as if each character were a block: 0.6 em wide, in lines of 1.2 em.
///
/// Needs no fonts, so layouts with it are the same on every machine, even without an installed backend.
public struct BlockTextMeasurer: TextMeasuring {
  /// Makes a measurer.
  public init() {}

  /// Size of a text whose characters are blocks.
  public func size(of text: TextBlock, width: CGFloat) -> CGSize {
    let advance = text.font.size * 0.6
    let lineHeight = text.font.size * 1.2
    // In a frame without height, a font that scales with it has no size.
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
