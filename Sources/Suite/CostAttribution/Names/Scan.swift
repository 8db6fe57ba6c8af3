/// Finds places in a text of nested brackets, where the arrow `->` closes none.
enum Scan {
  /// The index after the bracket that closes the one at an index; the end where none does.
  static func end(ofBracketAt index: Substring.Index, in text: Substring) -> Substring.Index {
    var depth = 0
    var previous: Character = " "
    var index = index
    while index < text.endIndex {
      let character = text[index]
      depth += step(character, after: previous)
      previous = character
      index = text.index(after: index)
      if depth <= 0 { return index }
    }
    return text.endIndex
  }

  /// The first occurrence of some words that is in no bracket.
  static func range(of words: String, in text: Substring) -> Range<Substring.Index>? {
    var depth = 0
    var previous: Character = " "
    var index = text.startIndex
    while index < text.endIndex {
      if depth == 0, text[index...].hasPrefix(words) {
        return index..<text.index(index, offsetBy: words.count)
      }
      depth = max(0, depth + step(text[index], after: previous))
      previous = text[index]
      index = text.index(after: index)
    }
    return nil
  }

  /// The parts between separators that are in no bracket.
  static func split(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if depth == 0, character == separator {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
      depth = max(0, depth + step(character, after: previous))
      previous = character
    }
    return parts + [text[start...]]
  }

  private static func step(_ character: Character, after previous: Character) -> Int {
    switch character {
    case "(", "[", "<", "{": 1
    case ")", "]", "}": -1
    case ">": previous == "-" ? 0 : -1
    default: 0
    }
  }
}
