public import Foundation

/// A text in a font whose characters are all as wide, such as that of a terminal, broken into lines at
/// its spaces.
///
/// What knows a font's real metrics adopts ``SizeMeasuring`` itself.
public struct MonospacedText: SizeMeasuring {
  /// The text; a line feed begins a line.
  public var text: String

  /// The height of the font, in the reference or fixed.
  public var fontSize: Value

  /// The width of a character, as a share of the font's size.
  public var advance: CGFloat

  /// The distance from line to line, as a share of the font's size.
  public var lineHeight: CGFloat

  /// Makes a text.
  ///
  /// - Parameters:
  ///   - text: The text; a line feed begins a line.
  ///   - fontSize: The height of the font.
  ///   - advance: The width of a character, as a share of the font's size.
  ///   - lineHeight: The distance from line to line, as a share of the font's size.
  public init(
    _ text: String,
    fontSize: Value,
    advance: CGFloat = 0.6,
    lineHeight: CGFloat = 1.2
  ) {
    self.text = text
    self.fontSize = fontSize
    self.advance = advance
    self.lineHeight = lineHeight
  }

  /// The size of the text in as many lines as the width demands; a word that is wider than that is broken.
  ///
  /// Complexity: O(n) for `n` characters.
  public func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    let points = scale(fontSize)
    let character = points * advance
    guard points > 0, character > 0 else { return .zero }
    // A sum of widths is a little more than it should be where a layout gives back what was measured.
    let columns = max((limit.width / character + 1e-6).rounded(.down), 1)
    var lines = 0
    var longest = 0
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let (count, length) = Self.wrap(
        paragraph,
        columns: columns < CGFloat(Int32.max) ? Int(columns) : .max
      )
      lines += count
      longest = max(longest, length)
    }
    return CGSize(
      width: CGFloat(longest) * character,
      height: CGFloat(lines) * points * lineHeight
    )
  }

  /// How many lines a paragraph takes, and how many characters the longest has.
  private static func wrap(
    _ paragraph: Substring,
    columns: Int
  ) -> (lines: Int, longest: Int) {
    var lines = 1
    var longest = 0
    var column = 0
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      var length = word.count
      if column > 0, column + 1 + length <= columns {
        column += 1 + length
      } else {
        if column > 0 { lines += 1 }
        while length > columns {
          longest = columns
          length -= columns
          lines += 1
        }
        column = length
      }
      longest = max(longest, column)
    }
    return (lines, longest)
  }
}
