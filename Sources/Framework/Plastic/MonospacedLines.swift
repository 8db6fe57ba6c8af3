/// Breaks a text into lines of so many columns, a character at a time.
struct MonospacedLines {
  private let columns: Int
  /// How many lines there are, but for the last while it isn't ended.
  private(set) var count = 0
  /// How many columns the longest has.
  private(set) var longest = 0
  /// What the line has, or `nil` before its first word, which may be empty.
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

  /// Ends a line.
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
