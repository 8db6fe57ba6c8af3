public import Foundation

/// A text in a font whose characters are all as wide, such as that of a terminal, broken into lines at
/// its spaces.
///
/// What knows a font's real metrics adopts ``SizeMeasuring`` itself.
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

  /// The size of the text in as many lines as the width demands; a word that is wider than that is broken.
  ///
  /// Spaces are as wide as other characters, also at the beginning and at the end of a line; one at which a
  /// line is broken, and more that have no room there, take none.
  ///
  /// Complexity: O(n) for `n` characters.
  public func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    let points = scale(fontSize)
    let character = points * advance
    guard points > 0, character > 0 else { return .zero }
    // A sum of widths is a little more than it should be where a layout gives back what was measured.
    let columns = max((limit.width / character + 1e-6).rounded(.down), 1)
    var lines = MonospacedLines(columns: columns < CGFloat(Int32.max) ? Int(columns) : .max)
    // Nothing is split: measuring allocates nothing.
    for character in text { lines.add(character) }
    lines.end()
    return CGSize(
      width: CGFloat(lines.longest) * character,
      height: CGFloat(lines.count) * points * lineHeight
    )
  }
}

/// Breaks a text into lines of so many columns, a character at a time.
struct MonospacedLines {
  private let columns: Int
  /// Number of lines, but for the last while it isn't ended.
  private(set) var count = 0
  /// Number of columns of the longest line.
  private(set) var longest = 0
  /// Number of columns that the line has, or `nil` before its first word, which may be empty.
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
      // A space without room takes none.
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
