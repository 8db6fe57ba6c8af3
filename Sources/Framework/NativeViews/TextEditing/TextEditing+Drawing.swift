import Foundation

extension TextEditing {
  func draw(into list: inout DisplayList) {
    guard view.bounds.width > 0, view.bounds.height > 0 else { return }
    prepare()
    let bounds = view.bounds
    let clip =
      area == nil
      ? CGRect(x: room.minX - 2, y: 0, width: room.width + 4, height: bounds.height) : bounds
    list.clip(to: clip) { list in
      let origin = origin
      if editor.text.isEmpty, editor.composition == nil { drawPlaceholder(at: origin, into: &list) }
      for line in linesInSight {
        draw(
          line,
          at: CGPoint(x: origin.x, y: origin.y + flow.heights.sum(before: line)),
          into: &list
        )
      }
      if view.isFocused, isEditable { list.fill(caretInView, with: caretColor) }
    }
  }

  private func drawPlaceholder(at origin: CGPoint, into list: inout DisplayList) {
    guard !placeholder.isEmpty else { return }
    var block = style.block(AttributedText(string: placeholder))
    block.color = placeholderColor
    let width = max(room.width, 0)
    if area != nil { (block.lineBreak, block.maximumLines) = (.byWordWrapping, 0) }
    let height = view.textMeasurer.size(of: block, width: width).height
    list.draw(block, in: CGRect(x: room.minX, y: origin.y, width: width, height: height))
  }

  private func draw(_ line: Int, at origin: CGPoint, into list: inout DisplayList) {
    let (paragraph, shown) = (layOut(line).paragraph, shown(line))
    let selected = selectedColumns(of: line, length: shown.text.utf8.count)
    for row in paragraph.rows {
      let (size, y) = (row.geometry.size, origin.y + row.y)
      guard y < view.bounds.maxY, y + size.height > 0 else { continue }
      if let selected, view.isFocused {
        fill(selected, of: row, at: CGPoint(x: origin.x + row.x, y: y), into: &list)
      }
      guard !row.columns.isEmpty else { continue }
      var text = AttributedText(string: row.mark)
      text.append(Self.text(shown.text, row.columns, underlined: shown.composed))
      var block = style.block(text)
      if !isEnabled { block.color = block.color.withAlpha(block.color.alpha * 0.4) }
      list.draw(
        block,
        in: CGRect(x: origin.x + row.x, y: y, width: size.width, height: size.height)
      )
    }
  }

  /// The selected columns of what is shown of a line; one more if the line break is selected, too.
  private func selectedColumns(of line: Int, length: Int) -> Range<Int>? {
    let range = editor.selection.range
    guard !range.isEmpty, range.lowerBound.line <= line, line <= range.upperBound.line else {
      return nil
    }
    let start = range.lowerBound.line < line ? 0 : shownColumn(of: range.lowerBound)
    let end = range.upperBound.line > line ? length + 1 : shownColumn(of: range.upperBound)
    return start..<end
  }

  private func fill(
    _ selected: Range<Int>,
    of row: TextParagraph.Row,
    at origin: CGPoint,
    into list: inout DisplayList
  ) {
    let start = row.columns.lowerBound
    let own = selected.clamped(to: start..<row.columns.upperBound)
    let part = own.lowerBound - start..<own.upperBound - start
    var extents = part.isEmpty ? [] : row.geometry.extents(of: part)
    let length = row.columns.upperBound
    if selected.contains(length), selected.upperBound == length + 1 {
      // The line break, as wide as a narrow letter.
      let width = font.size * 0.3
      let end = row.geometry.isRightToLeft ? -width : row.geometry.size.width
      extents.append(end...end + width)
    }
    for extent in extents {
      let (left, right) = (
        view.edge(at: origin.x + extent.lowerBound), view.edge(at: origin.x + extent.upperBound)
      )
      list.fill(
        CGRect(x: left, y: origin.y, width: right - left, height: row.geometry.size.height),
        with: selectionColor
      )
    }
  }

  /// A part of a line, with what is being composed underlined.
  private static func text(
    _ line: String,
    _ columns: Range<Int>,
    underlined: Range<Int>?
  ) -> AttributedText {
    guard let marked = underlined?.clamped(to: columns), !marked.isEmpty else {
      return AttributedText(string: line.utf8Slice(columns))
    }
    let attributes = AttributedText.Attributes(isUnderlined: true)
    return AttributedText(string: line.utf8Slice(columns.lowerBound..<marked.lowerBound))
      + AttributedText(string: line.utf8Slice(marked), attributes: attributes)
      + AttributedText(string: line.utf8Slice(marked.upperBound..<columns.upperBound))
  }
}
