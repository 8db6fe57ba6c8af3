public import Foundation

/// A text in a font whose characters all have one width, such as a terminal's, broken into lines at its spaces.
///
/// Types that know a font's real metrics adopt ``SizeMeasuring`` themselves.
public struct MonospacedText: SizeMeasuring {
  /// The text; a line feed, a carriage return, or both begin a line.
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
  ///   - text: The text; a line feed, a carriage return, or both begin a line.
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

  /// The size of the text in as many lines as the width requires; a word that is wider than that is broken.
  ///
  /// Spaces are as wide as other characters, also at the beginning and at the end of a line. A space at which a line is broken takes no
  /// width, nor do further ones that don't fit there.
  ///
  /// Complexity: O(n) for `n` characters.
  public func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    let points = scale(fontSize)
    let character = points * advance
    guard points > 0, character > 0 else { return .zero }
    // A sum of widths is slightly too large if a layout passes a measured width back.
    let columns = max((limit.width / character + 1e-6).rounded(.down), 1)
    var lines = MonospacedLines(columns: columns < CGFloat(Int32.max) ? Int(columns) : .max)
    // No splitting: measuring allocates nothing.
    for character in text { lines.add(character) }
    lines.end()
    return CGSize(
      width: CGFloat(lines.longest) * character,
      height: CGFloat(lines.count) * points * lineHeight
    )
  }
}

/// Breaks a text into lines of a number of columns, a character at a time.
struct MonospacedLines {
  private let columns: Int
  /// The number of lines, without the last one until it ends.
  private(set) var count = 0
  /// The number of columns of the longest line.
  private(set) var longest = 0
  /// The number of columns of the current line, or `nil` before its first word, which may be empty.
  private var column: Int?
  /// The length of the word so far.
  private var word = 0

  init(columns: Int) {
    self.columns = columns
  }

  mutating func add(_ character: Character) {
    switch character {
    case " ": endWord()
    case "\n", "\r", "\r\n": end()
    default: word += 1
    }
  }

  mutating func end() {
    endWord()
    count += 1
    column = nil
  }

  private mutating func endWord() {
    defer { word = 0 }
    if let used = column {
      if used + 1 + word <= columns {
        column = used + 1 + word
        longest = max(longest, used + 1 + word)
        return
      }
      // A space that doesn't fit takes no width.
      if word == 0 { return }
      count += 1
    }
    // A word that is wider than a line is broken.
    let broken = word > columns ? (word - 1) / columns : 0
    count += broken
    column = word - broken * columns
    longest = max(longest, min(word, columns))
  }
}
