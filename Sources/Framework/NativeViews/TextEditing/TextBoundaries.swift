extension EditedText {
  /// The place behind the next character, or at the start of the next line.
  package func position(after position: TextPosition) -> TextPosition {
    let line = lines[position.line]
    guard position.column < line.utf8.count else {
      return position.line + 1 < lines.count
        ? TextPosition(line: position.line + 1, column: 0) : position
    }
    let next = line.index(after: line.utf8Index(position.column))
    return TextPosition(line: position.line, column: line.utf8Offset(of: next))
  }

  /// The place before the previous character, or at the end of the previous line.
  package func position(before position: TextPosition) -> TextPosition {
    guard position.column > 0 else {
      return position.line > 0 ? lineEnd(position.line - 1) : .start
    }
    let line = lines[position.line]
    let previous = line.index(before: line.utf8Index(position.column))
    return TextPosition(line: position.line, column: line.utf8Offset(of: previous))
  }

  /// The end of a line.
  package func lineEnd(_ line: Int) -> TextPosition {
    TextPosition(line: line, column: lines[line].utf8.count)
  }

  // MARK: Words

  /// The end of the word at a place or behind it; the end of the line if there is none, or of the next line.
  package func wordEnd(after position: TextPosition) -> TextPosition {
    var position = position
    if position == lineEnd(position.line) { position = self.position(after: position) }
    let line = lines[position.line]
    var index = line.utf8Index(position.column)
    while index < line.endIndex, line.kind(at: index) == .other { line.formIndex(after: &index) }
    if index < line.endIndex { index = line.endOfRun(at: index) }
    return TextPosition(line: position.line, column: line.utf8Offset(of: index))
  }

  /// The start of the word at a place or before it; the start of the line if there is none, or of the previous line.
  package func wordStart(before position: TextPosition) -> TextPosition {
    var position = position
    if position.column == 0 { position = self.position(before: position) }
    let line = lines[position.line]
    var index = line.utf8Index(position.column)
    while index > line.startIndex, line.kind(at: line.index(before: index)) == .other {
      line.formIndex(before: &index)
    }
    if index > line.startIndex { index = line.startOfRun(at: line.index(before: index)) }
    return TextPosition(line: position.line, column: line.utf8Offset(of: index))
  }

  /// The word at a place, as a double click selects it, or what is between two words; empty in an empty line.
  package func word(at position: TextPosition) -> Range<TextPosition> {
    let line = lines[position.line]
    guard !line.isEmpty else { return position..<position }
    var index = line.utf8Index(position.column)
    if index == line.endIndex { line.formIndex(before: &index) }
    let (start, end) = (line.startOfRun(at: index), line.endOfRun(at: index))
    return TextPosition(
      line: position.line,
      column: line.utf8Offset(of: start)
    )..<TextPosition(
      line: position.line,
      column: line.utf8Offset(of: end)
    )
  }
}

/// What a character is to words.
///
/// Of scripts without spaces, runs of the same script are words.
private enum CharacterKind {
  case other
  case letter
  case ideograph
  case hiragana
  case katakana
}

extension Character {
  fileprivate var kind: CharacterKind {
    guard let scalar = unicodeScalars.first else { return .other }
    switch scalar.value {
    case 0x3040...0x309F: return .hiragana
    case 0x30A0...0x30FF: return .katakana
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return .ideograph
    default: break
    }
    return isLetter || isNumber || self == "_" ? .letter : .other
  }
}

extension String {
  fileprivate func utf8Offset(of index: Index) -> Int {
    utf8.distance(from: startIndex, to: index)
  }

  /// The kind of a character; an apostrophe between letters belongs to their word.
  fileprivate func kind(at index: Index) -> CharacterKind {
    let kind = self[index].kind
    guard kind == .other, "'\u{2019}".contains(self[index]), index > startIndex else { return kind }
    let next = self.index(after: index)
    let isInWord =
      next < endIndex && self[next].kind == .letter
      && self[self.index(before: index)].kind == .letter
    return isInWord ? .letter : .other
  }

  fileprivate func endOfRun(at index: Index) -> Index {
    let kind = kind(at: index)
    var end = self.index(after: index)
    while end < endIndex, self.kind(at: end) == kind { formIndex(after: &end) }
    return end
  }

  fileprivate func startOfRun(at index: Index) -> Index {
    let kind = kind(at: index)
    var start = index
    while start > startIndex, self.kind(at: self.index(before: start)) == kind {
      formIndex(before: &start)
    }
    return start
  }
}
