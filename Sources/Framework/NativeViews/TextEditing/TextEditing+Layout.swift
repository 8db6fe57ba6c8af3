import Foundation

extension TextEditing {
  var area: ScrollView? { view as? ScrollView }

  /// The part of the view in which the text is, without scrolling.
  var room: CGRect {
    let (size, padding) = (view.bounds.size, padding)
    return CGRect(
      x: padding.width,
      y: padding.height,
      width: max(size.width - 2 * padding.width, 0),
      height: max(size.height - 2 * padding.height, 0)
    )
  }

  var style: TextStyle { TextStyle(font: font, color: textColor) }

  /// Lays out again for another size or display.
  func relayOut() {
    flow.forgetAll()
    layOut()
    if view.isFocused { revealCaret() }
    view.setNeedsDisplay()
  }

  /// Brings what is laid out up to date with the text, the size and the looks.
  func prepare() {
    flow.apply(editor.takeLineChanges())
    flow.prepare(
      width: area == nil ? .infinity : max(room.width - Self.caretWidth, 1),
      style: style,
      count: editor.text.lines.count,
      measurer: view.textMeasurer
    )
  }

  /// Lays out the lines in sight, and makes the content as high as all lines are known to be.
  ///
  /// Complexity: O(k + log n) for `k` lines in sight of `n`.
  func layOut() {
    prepare()
    guard let area, !isLayingOut else { return }
    isLayingOut = true
    defer { isLayingOut = false }
    // Lines that turn out higher or lower than they seemed bring others into sight.
    for _ in 0..<Self.layoutRounds {
      let top = area.contentOffset.y - padding.height
      var (growth, isSettled) = (CGFloat(0), true)
      for line in linesInSight {
        let start = flow.heights.sum(before: line)
        let grown = layOut(line).growth
        if grown != 0 { isSettled = false }
        // What grows above the upper edge moves nothing that is in sight.
        if start < top, flow.heights.sum(before: line + 1) - grown <= top { growth += grown }
      }
      let size = CGSize(
        width: area.frame.width,
        height: flow.heights.total + 2 * padding.height
      )
      if size != area.contentSize { area.contentSize = size }
      if growth != 0 { area.keepContent(at: CGPoint(x: 0, y: area.contentOffset.y + growth)) }
      if isSettled { break }
    }
  }

  private static let layoutRounds = 8

  /// Lines of which a part is in sight.
  var linesInSight: ClosedRange<Int> {
    guard let area else { return 0...0 }
    let top = area.contentOffset.y - padding.height
    let first = flow.heights.index(at: top)
    // The last one may still be lower than it seems.
    return first...max(flow.heights.index(at: top + area.frame.height), first)
  }

  /// Lays out a line; returns how much higher it is than it was.
  @discardableResult
  func layOut(_ line: Int) -> (paragraph: TextParagraph, growth: CGFloat) {
    flow.layOut(line, shown: shown(line).text, measurer: view.textMeasurer)
  }

  // MARK: What is shown

  /// A line as it is shown: with what is being composed in it, or with dots; and the part that is being composed.
  func shown(_ line: Int) -> (text: String, composed: Range<Int>?) {
    let text = editor.text.lines[line]
    guard let composition = editor.composition, editor.selection.head.line == line else {
      return (isSecure ? Self.dots(text) : text, nil)
    }
    let column = editor.selection.head.column
    var parts = [text.utf8Slice(..<column), composition.text, text.utf8Slice(column...)]
    if isSecure { parts = parts.map(Self.dots) }
    let start = parts[0].utf8.count
    return (parts.joined(), start..<start + parts[1].utf8.count)
  }

  static func dots(_ text: String) -> String { String(repeating: "\u{2022}", count: text.count) }

  private static func shownLength(_ text: String, _ isSecure: Bool) -> Int {
    isSecure ? dots(text).utf8.count : text.utf8.count
  }

  /// The UTF-8 code units before a place in what is shown of its line; what is composed comes behind its own place.
  func shownColumn(of position: TextPosition) -> Int {
    let before = editor.text.lines[position.line].utf8Slice(..<position.column)
    let column = Self.shownLength(before, isSecure)
    guard let composition = editor.composition, position.line == editor.selection.head.line,
      position.column > editor.selection.head.column
    else { return column }
    return column + Self.shownLength(composition.text, isSecure)
  }

  /// The place of a column of what is shown; within what is composed, its place.
  func position(line: Int, shownColumn: Int) -> TextPosition {
    var column = shownColumn
    if let composed = shown(line).composed, column > composed.lowerBound {
      column = max(column - composed.count, composed.lowerBound)
    }
    if isSecure {
      let characters = column / Self.dots("x").utf8.count
      column = String(editor.text.lines[line].prefix(characters)).utf8.count
    }
    return editor.text.clamped(TextPosition(line: line, column: column))
  }

  /// Where the caret is shown in its line.
  var caretPlace: CaretPlace {
    var column = shownColumn(of: editor.selection.head)
    if let composition = editor.composition {
      column += Self.shownLength(composition.text.utf8Slice(..<composition.caret), isSecure)
    }
    return CaretPlace(column: column, isUpstream: editor.selection.isUpstream)
  }

  // MARK: Places

  /// The upper left corner of the text in the view's coordinates.
  var origin: CGPoint {
    if let area {
      return CGPoint(x: room.minX, y: room.minY - area.contentOffset.y)
    }
    let line = singleLine
    let size = line.rows[0].geometry.size
    // A short line that is read from right to left begins at the right.
    let free = max(room.width - size.width - Self.caretWidth, 0)
    return CGPoint(
      x: room.minX + (line.isRightToLeft ? free : 0) - scrolled,
      y: view.edge(at: room.midY - size.height / 2)
    )
  }

  private var singleLine: TextParagraph { layOut(0).paragraph }

  /// The caret, from the upper left corner of the text.
  var caret: CGRect {
    let (line, place) = (editor.selection.head.line, caretPlace)
    let paragraph = layOut(line).paragraph
    let row = paragraph.rows[paragraph.row(of: place)]
    return CGRect(
      x: row.x + row.geometry.x(of: row.place(place)),
      y: flow.heights.sum(before: line) + row.y,
      width: Self.caretWidth,
      height: row.geometry.size.height
    )
  }

  /// The caret in the view's coordinates, at the edge of a pixel.
  var caretInView: CGRect {
    prepare()
    let (caret, origin) = (caret, origin)
    return CGRect(
      x: view.edge(at: origin.x + caret.minX),
      y: origin.y + caret.minY,
      width: caret.width,
      height: caret.height
    )
  }

  /// Scrolls as little as needed to show the caret.
  func revealCaret() {
    prepare()
    guard let area else {
      let width = singleLine.rows[0].geometry.size.width + Self.caretWidth
      let x = caret.minX
      scrolled = min(max(scrolled, x + Self.caretWidth - room.width), x)
      scrolled = max(min(scrolled, width - room.width), 0)
      return
    }
    var caret = caret.offsetBy(dx: padding.width, dy: padding.height)
    if caret.minY <= padding.height { caret = CGRect(x: 0, y: 0, width: 0, height: caret.maxY) }
    // The caret's line may be higher than it was, before the content is.
    layOut()
    area.reveal(CGRect(x: 0, y: caret.minY, width: 0, height: caret.height))
  }

  /// The place that is nearest to a point, from the upper left corner of the text.
  func place(at point: CGPoint) -> (position: TextPosition, isUpstream: Bool) {
    prepare()
    let line = area == nil ? 0 : flow.heights.index(at: point.y)
    let paragraph = layOut(line).paragraph
    let y = point.y - flow.heights.sum(before: line)
    return place(in: paragraph.rows[area == nil ? 0 : paragraph.row(at: y)], of: line, at: point.x)
  }

  /// The place in a row that is nearest to a distance from the left edge of the text.
  func place(
    in row: TextParagraph.Row,
    of line: Int,
    at x: CGFloat
  ) -> (position: TextPosition, isUpstream: Bool) {
    let place = row.geometry.place(at: x - row.x)
    let column = row.columns.lowerBound + place.column
    return (position(line: line, shownColumn: column), place.isUpstream)
  }
}
