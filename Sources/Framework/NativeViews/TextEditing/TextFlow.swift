import Foundation

/// How a text is drawn.
struct TextStyle: Hashable, Sendable {
  var font = Font.systemFont(ofSize: 17)
  var color = Color.black

  func block(_ text: AttributedText) -> TextBlock { TextBlock(text, font: font, color: color) }
}

/// A line of the text as it is shown, broken into rows.
struct TextParagraph {
  /// What is shown of it.
  var text = ""
  struct Row {
    /// UTF-8 code units of what is shown of the line.
    var columns: Range<Int>
    var geometry: LineGeometry
    /// The distance of its upper edge from the line's.
    var y: CGFloat
    /// The distance of its left edge from the line's: above 0 if it is read from right to left.
    var x: CGFloat
    /// What is drawn before it so that it is read in the line's direction, though its own letters are read in the other one.
    var mark: String

    /// A caret's place within the row.
    func place(_ place: CaretPlace) -> CaretPlace {
      CaretPlace(column: place.column - columns.lowerBound, isUpstream: place.isUpstream)
    }
  }

  var rows: [Row]
  var height: CGFloat
  var isRightToLeft: Bool

  /// The row in which a caret is.
  func row(of place: CaretPlace) -> Int {
    let after = rows.lastIndex { $0.columns.lowerBound <= place.column } ?? 0
    let isAtStart = rows[after].columns.lowerBound == place.column
    return place.isUpstream && isAtStart && after > 0 ? after - 1 : after
  }

  /// The row at a distance from the top, or the nearest one.
  func row(at y: CGFloat) -> Int { rows.lastIndex { $0.y <= y } ?? 0 }
}

/// The lines of a text laid out in a width, each when it is needed.
///
/// A line that was never seen counts as one row of the font's height.
struct TextFlow {
  /// The width in which lines break into rows, in points; infinite for no breaks.
  private(set) var width: CGFloat = .infinity
  private(set) var style = TextStyle()
  private(set) var heights = PrefixSums<CGFloat>(CollectionOfOne(0))
  private(set) var rowHeight: CGFloat = 0
  /// By what is shown: lines move when others come and go.
  private var paragraphs: [String: TextParagraph] = [:]
  private var isPrepared = false

  /// The most lines that are kept laid out.
  private static let limit = 1_024
  /// Characters that are measured at once.
  private static let piece = 512

  /// Forgets all lines, as when texts are measured otherwise.
  mutating func forgetAll() { isPrepared = false }

  /// Prepares for a width, a style and a number of lines.
  ///
  /// Complexity: O(n) for the lines if one of them has changed; otherwise O(1).
  mutating func prepare(
    width: CGFloat,
    style: TextStyle,
    count: Int,
    measurer: any TextMeasuring
  ) {
    let isSame = isPrepared && width == self.width && style.font == self.style.font
    self.style = style
    if isSame, heights.count == count { return }
    (self.width, isPrepared) = (width, true)
    paragraphs = [:]
    rowHeight = measurer.size(of: style.block("Xg"), width: .infinity).height
    heights = PrefixSums(repeatElement(rowHeight, count: count))
  }

  mutating func apply(_ changes: [TextEditor.LineChange]) {
    for change in changes where isPrepared && change.old.upperBound <= heights.count {
      heights.replace(change.old, count: change.newCount, length: rowHeight)
    }
  }

  /// Lays a line out.
  ///
  /// - Returns: The line and how much higher it is than it was.
  mutating func layOut(
    _ line: Int,
    shown: String,
    measurer: any TextMeasuring
  ) -> (paragraph: TextParagraph, growth: CGFloat) {
    let paragraph: TextParagraph
    // A text may equal one of other code units, which have other places.
    if let known = paragraphs[shown], known.text.utf8.elementsEqual(shown.utf8) {
      paragraph = known
    } else {
      var new = makeParagraph(shown, measurer)
      new.text = shown
      paragraph = new
      if paragraphs.count >= Self.limit { paragraphs = [:] }
      paragraphs[shown] = paragraph
    }
    let growth = paragraph.height - heights[line]
    if growth != 0 { heights[line] = paragraph.height }
    return (paragraph, growth)
  }

  private func makeParagraph(_ text: String, _ measurer: any TextMeasuring) -> TextParagraph {
    guard width.isFinite, !text.isEmpty else {
      let block = style.block(AttributedText(string: text))
      let geometry = measurer.line(block)
      let columns = 0..<text.utf8.count
      let row = TextParagraph.Row(columns: columns, geometry: geometry, y: 0, x: 0, mark: "")
      return TextParagraph([row], width: width)
    }
    var (rows, start) = ([TextParagraph.Row](), 0)
    var isRightToLeft: Bool?
    while start < text.utf8.count {
      let rest = text[text.utf8Index(start)...].prefix(Self.piece)
      let piece = measurer.line(style.block(AttributedText(string: String(rest))))
      isRightToLeft = isRightToLeft ?? piece.isRightToLeft
      let isAll = start + rest.utf8.count == text.utf8.count
      let length = Self.rowLength(rest, piece, width: width, isAll: isAll)
      let range = start..<start + length
      rows.append(makeRow(text.utf8Slice(range), range, isRightToLeft ?? false, measurer))
      start += length
    }
    return TextParagraph(rows, width: width)
  }

  private func makeRow(
    _ text: String,
    _ columns: Range<Int>,
    _ isRightToLeft: Bool,
    _ measurer: any TextMeasuring
  ) -> TextParagraph.Row {
    var geometry = measurer.line(style.block(AttributedText(string: text)))
    var mark = ""
    if geometry.isRightToLeft != isRightToLeft {
      mark = isRightToLeft ? "\u{200F}" : "\u{200E}"
      geometry = measurer.line(style.block(AttributedText(string: mark + text)))
      geometry.removeFirst(mark.utf8.count)
    }
    return TextParagraph.Row(columns: columns, geometry: geometry, y: 0, x: 0, mark: mark)
  }

  /// The length in UTF-8 code units of what of a text fits into a row: up to a space, or as many characters as fit; at least one.
  private static func rowLength(
    _ text: Substring,
    _ geometry: LineGeometry,
    width: CGFloat,
    isAll: Bool
  ) -> Int {
    if isAll, geometry.size.width <= width { return text.utf8.count }
    var widths = [Int: CGFloat](minimumCapacity: geometry.clusters.count)
    for cluster in geometry.clusters { widths[cluster.range.lowerBound] = cluster.width }
    var (x, end, place) = (CGFloat(0), 0, 0)
    var previous: Character?
    for character in text {
      if let previous, previous.mayEndRow(before: character) { end = place }
      x += widths[place] ?? 0
      // Spaces at the end of a row hang over.
      if x > width, !character.isWhitespace, place > 0 { return end > 0 ? end : place }
      place += character.utf8.count
      previous = character
    }
    return isAll || end == 0 ? place : end
  }
}

extension TextParagraph {
  /// Places rows below each other, those of lines that are read from right to left at the right.
  fileprivate init(_ rows: [Row], width: CGFloat) {
    (self.rows, height, isRightToLeft) = (rows, 0, rows[0].geometry.isRightToLeft)
    for index in rows.indices {
      let size = rows[index].geometry.size
      self.rows[index].y = height
      if isRightToLeft, width.isFinite { self.rows[index].x = max(width - size.width, 0) }
      height += size.height
    }
  }
}

extension LineGeometry {
  /// Removes what the text begins with, which takes no room.
  fileprivate mutating func removeFirst(_ length: Int) {
    clusters.removeAll { $0.range.upperBound <= length }
    for index in clusters.indices {
      let range = clusters[index].range
      clusters[index].range = max(range.lowerBound - length, 0)..<range.upperBound - length
    }
  }
}

extension Character {
  /// Whether a row may end behind the character: behind spaces and hyphens, and around what is written without spaces.
  fileprivate func mayEndRow(before next: Character) -> Bool {
    if next.isWhitespace { return false }
    if isWhitespace { return self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}" }
    return self == "-" || isIdeographic || next.isIdeographic
  }

  private var isIdeographic: Bool {
    guard let value = unicodeScalars.first?.value else { return false }
    return (0x3041...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value)
      || (0x20000...0x3FFFF).contains(value)
  }
}
