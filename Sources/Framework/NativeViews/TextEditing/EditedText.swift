/// A place between two characters of a text.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// The number of line breaks before it.
  package var line: Int
  /// UTF-8 code units from the start of the line.
  package var column: Int

  package static let start = TextPosition(line: 0, column: 0)

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// The end of a text that begins here.
  func advanced(over text: String) -> TextPosition {
    var end = self
    for unit in text.utf8 {
      if unit == EditedText.newline {
        end = TextPosition(line: end.line + 1, column: 0)
      } else {
        end.column += 1
      }
    }
    return end
  }
}

/// A text as an array of its lines, which are separated by `\n`.
///
/// Texts are equal if their code units are: positions are places among these.
///
/// A change within a line costs that line; one of the number of lines also moves the lines behind it, by 16 bytes each.
package struct EditedText: Equatable, Sendable {
  fileprivate static let newline = UInt8(ascii: "\n")

  /// At least one.
  package private(set) var lines: ContiguousArray<String>
  /// Its length in UTF-8 code units.
  package private(set) var utf8Count: Int

  /// Makes a text; carriage returns become line breaks.
  package init(_ string: String = "") {
    lines = Self.lines(of: string)
    utf8Count = lines.reduce(lines.count - 1) { $0 + $1.utf8.count }
  }

  /// All lines in one.
  ///
  /// Complexity: O(n).
  package var string: String { lines.count == 1 ? lines[0] : lines.joined(separator: "\n") }

  package static func == (left: EditedText, right: EditedText) -> Bool {
    left.utf8Count == right.utf8Count && left.lines.count == right.lines.count
      && zip(left.lines, right.lines).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  package var isEmpty: Bool { utf8Count == 0 }

  /// The place behind the last character.
  package var end: TextPosition {
    TextPosition(line: lines.count - 1, column: lines[lines.count - 1].utf8.count)
  }

  /// A part of the text.
  package subscript(range: Range<TextPosition>) -> String {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard start.line < end.line else {
      return lines[start.line].utf8Slice(start.column..<end.column)
    }
    var parts = [lines[start.line].utf8Slice(start.column...)]
    parts += lines[start.line + 1..<end.line]
    parts.append(lines[end.line].utf8Slice(..<end.column))
    return parts.joined(separator: "\n")
  }

  /// Replaces a part of the text.
  ///
  /// Complexity: O(m) for the `m` code units of the changed lines, if their number stays; otherwise also O(n) for the lines.
  ///
  /// - Returns: The end of what was inserted.
  @discardableResult
  package mutating func replace(
    _ range: Range<TextPosition>,
    with string: String
  ) -> TextPosition {
    let (start, end) = (range.lowerBound, range.upperBound)
    var new = Self.lines(of: string)
    let last = new.count - 1
    let tail = lines[end.line].utf8Slice(end.column...)
    let result = TextPosition(
      line: start.line + last,
      column: new[last].utf8.count + (last == 0 ? start.column : 0)
    )
    let removed = lines[start.line...end.line].reduce(0) { $0 + $1.utf8.count + 1 }
    new[0] = lines[start.line].utf8Slice(..<start.column) + new[0]
    new[last] += tail
    utf8Count += new.reduce(0) { $0 + $1.utf8.count + 1 } - removed
    if last == 0, start.line == end.line {
      lines[start.line] = new[0]
    } else {
      lines.replaceSubrange(start.line...end.line, with: new)
    }
    return result
  }

  /// A place that is in the text: the nearest one, between characters.
  func clamped(_ position: TextPosition) -> TextPosition {
    guard position.line < lines.count else { return end }
    let line = lines[max(position.line, 0)]
    let column = min(max(position.column, 0), line.utf8.count)
    return TextPosition(line: max(position.line, 0), column: line.characterBoundary(from: column))
  }

  /// The place behind a number of UTF-8 code units, with one for each line break.
  ///
  /// Complexity: O(n) for `n` lines.
  package func position(at offset: Int) -> TextPosition {
    var rest = max(offset, 0)
    for (index, line) in lines.enumerated() {
      if rest <= line.utf8.count { return clamped(TextPosition(line: index, column: rest)) }
      rest -= line.utf8.count + 1
    }
    return end
  }

  /// The number of UTF-8 code units before a place.
  ///
  /// Complexity: O(n) for `n` lines.
  package func offset(of position: TextPosition) -> Int {
    lines[..<position.line].reduce(position.column) { $0 + $1.utf8.count + 1 }
  }

  private static func lines(of string: String) -> ContiguousArray<String> {
    var string = string
    if string.utf8.contains(UInt8(ascii: "\r")) {
      string = string.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
    guard string.utf8.contains(newline) else {
      string.makeContiguousUTF8()
      return [string]
    }
    return ContiguousArray(
      string.utf8.split(separator: newline, omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
    )
  }
}

extension String {
  /// The index behind a number of UTF-8 code units.
  func utf8Index(_ offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }

  /// A part, by UTF-8 code units.
  func utf8Slice(_ range: some RangeExpression<Int>) -> String {
    let range = range.relative(to: 0..<utf8.count)
    return String(self[utf8Index(range.lowerBound)..<utf8Index(range.upperBound)])
  }

  /// The first boundary of characters at or behind a number of code units.
  func characterBoundary(from offset: Int) -> Int {
    var index = utf8Index(offset)
    while index < endIndex, Index(index, within: self) == nil { index = utf8.index(after: index) }
    return utf8.distance(from: startIndex, to: index)
  }
}
