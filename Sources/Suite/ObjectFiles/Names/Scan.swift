/// Finds places in a text with nested brackets, ignoring the arrow `->`.
enum Scan {
  /// The index after the matching closing bracket; the end if there is none.
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

  /// The first occurrence of some words outside brackets.
  static func range(of words: String, in text: Substring) -> Range<Substring.Index>? {
    firstIndex(in: text) { text[$0...].hasPrefix(words) }
      .map { $0..<text.index($0, offsetBy: words.count) }
  }

  /// The parts between separators outside brackets.
  static func split(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var rest = text
    while let end = firstIndex(in: rest, where: { rest[$0] == separator }) {
      parts.append(rest[..<end])
      rest = rest[rest.index(after: end)...]
    }
    return parts + [rest]
  }

  /// The first index outside brackets that meets a condition.
  private static func firstIndex(
    in text: Substring,
    where isWanted: (Substring.Index) -> Bool
  ) -> Substring.Index? {
    var depth = 0
    var previous: Character = " "
    for index in text.indices {
      if depth == 0, isWanted(index) { return index }
      depth = max(0, depth + step(text[index], after: previous))
      previous = text[index]
    }
    return nil
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
