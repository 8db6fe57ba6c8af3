import Foundation

extension TextEditing {
  /// Handles a key as a text field of a desktop does.
  func key(_ event: KeyEvent) -> Bool {
    guard isEnabled, event.phase == .down else { return false }
    let extends = event.modifiers.contains(.shift)
    switch event.modifiers.subtracting(.shift) {
    case []: return isCommand(event.key, extends) || plainKey(event.key, extends)
    case .control: return controlKey(event.key, extends)
    default: return false
    }
  }

  private static let insertKey = KeyEvent.Key.other(0xff63)

  /// The clipboard's keys of other desktops.
  private func isCommand(_ key: KeyEvent.Key, _ shift: Bool) -> Bool {
    switch key {
    case Self.insertKey where shift: paste()
    case .delete where shift && !editor.selection.isEmpty: cut()
    default: return false
    }
    return true
  }

  private func plainKey(_ key: KeyEvent.Key, _ extends: Bool) -> Bool {
    let isMultiline = editor.form.isMultiline
    switch key {
    case .left, .right: move(toRight: key == .right, extends)
    case .up where isMultiline: moveVertically(by: -1, extends)
    case .down where isMultiline: moveVertically(by: 1, extends)
    case .pageUp where isMultiline: moveByPage(down: false, extends)
    case .pageDown where isMultiline: moveByPage(down: true, extends)
    case .home, .end: moveInRow(toEnd: key == .end, extends)
    case .escape where editor.composition != nil:
      editor.cancelComposition()
      didEdit(false)
    default: return isEditable && typedKey(key)
    }
    return true
  }

  private func typedKey(_ key: KeyEvent.Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .space: insert(" ")
    case .backspace: edit { $0.delete(.character, forward: false) }
    case .delete: edit { $0.delete(.character, forward: true) }
    case .return where editor.form.isMultiline: insert("\n")
    case .return: return commit()
    default: return false
    }
    return true
  }

  private func controlKey(_ key: KeyEvent.Key, _ shift: Bool) -> Bool {
    switch key {
    case .character(let character):
      switch character.lowercased() {
      case "a": if shift { deselect() } else { selectAll() }
      case "c": copy()
      case "x": cut()
      case "v": paste()
      case "z": if shift { redo() } else { undo() }
      case "y": redo()
      default: return false
      }
    case Self.insertKey: copy()
    case .left, .right: moveByWord(toRight: key == .right, shift)
    case .home, .end: select(key == .end ? editor.text.end : .start, extending: shift)
    case .backspace: edit { $0.delete(shift ? .line : .word, forward: false) }
    case .delete: edit { $0.delete(shift ? .line : .word, forward: true) }
    case .return where editor.form.isMultiline: return commit()
    default: return false
    }
    return true
  }

  // MARK: Movements

  private func deselect() { select(editor.selection.head, extending: false) }

  /// Moves the caret, or extends the selection to it.
  private func select(_ position: TextPosition, extending: Bool, isUpstream: Bool = false) {
    editor.move(to: position, extending: extending, isUpstream: isUpstream)
    didEdit(false)
  }

  /// Moves by a character on the screen; without extending, to the side of a selection.
  private func move(toRight: Bool, _ extends: Bool) {
    editor.cancelComposition()
    let selection = editor.selection
    if !extends, !selection.isEmpty {
      let forward = toRight != layOut(selection.head.line).paragraph.isRightToLeft
      return select(
        forward ? selection.range.upperBound : selection.range.lowerBound,
        extending: false
      )
    }
    let (position, isUpstream) = place(beside: toRight)
    select(position, extending: extends, isUpstream: isUpstream)
  }

  /// The place on the other side of the character to the right or left of the caret; at the edge of a row, in the next one.
  private func place(beside toRight: Bool) -> (TextPosition, Bool) {
    let (head, place) = (editor.selection.head, caretPlace)
    let paragraph = layOut(head.line).paragraph
    let index = paragraph.row(of: place)
    let row = paragraph.rows[index]
    if let next = row.geometry.place(beside: row.place(place), toRight: toRight) {
      let column = row.columns.lowerBound + next.column
      // Behind the last character of a row is the start of the next one.
      let isWrapped = column == row.columns.upperBound && index + 1 < paragraph.rows.count
      return (
        position(line: head.line, shownColumn: column), next.isUpstream && !isWrapped
      )
    }
    let forward = toRight != paragraph.isRightToLeft
    if forward, index + 1 < paragraph.rows.count {
      let column = paragraph.rows[index + 1].columns.lowerBound
      return (position(line: head.line, shownColumn: column), false)
    }
    if !forward, index > 0 {
      return (position(line: head.line, shownColumn: row.columns.lowerBound), true)
    }
    guard forward else {
      let previous = head.line - 1
      return (previous < 0 ? .start : editor.text.lineEnd(previous), false)
    }
    let next = TextPosition(line: head.line + 1, column: 0)
    return (next.line < editor.text.lines.count ? next : editor.text.end, false)
  }

  private func moveByWord(toRight: Bool, _ extends: Bool) {
    editor.cancelComposition()
    let forward = toRight != layOut(editor.selection.head.line).paragraph.isRightToLeft
    let place = editor.position(from: editor.selection.head, by: .word, forward: forward)
    select(place, extending: extends)
  }

  private func moveInRow(toEnd: Bool, _ extends: Bool) {
    editor.cancelComposition()
    let (line, place) = (editor.selection.head.line, caretPlace)
    let paragraph = layOut(line).paragraph
    let index = paragraph.row(of: place)
    let columns = paragraph.rows[index].columns
    let column = toEnd ? columns.upperBound : columns.lowerBound
    select(
      position(line: line, shownColumn: column),
      extending: extends,
      isUpstream: toEnd && index + 1 < paragraph.rows.count
    )
  }

  /// Moves by rows, at the distance from the left at which the first of several movements began.
  private func moveVertically(by rows: Int, _ extends: Bool) {
    editor.cancelComposition()
    let (line, place) = (editor.selection.head.line, caretPlace)
    let paragraph = layOut(line).paragraph
    let (x, index) = (column ?? caret.minX, paragraph.row(of: place) + rows)
    var target: (position: TextPosition, isUpstream: Bool)
    if paragraph.rows.indices.contains(index) {
      target = self.place(in: paragraph.rows[index], of: line, at: x)
    } else if editor.text.lines.indices.contains(line + rows) {
      let next = layOut(line + rows).paragraph
      let row = next.rows[rows < 0 ? next.rows.count - 1 : 0]
      target = self.place(in: row, of: line + rows, at: x)
    } else {
      target = (rows < 0 ? .start : editor.text.end, false)
    }
    select(target.position, extending: extends, isUpstream: target.isUpstream)
    column = x
  }

  private func moveByPage(down: Bool, _ extends: Bool) {
    editor.cancelComposition()
    let (caret, x) = (caret, column ?? caret.minX)
    let way = max(room.height - caret.height, caret.height)
    let y = caret.midY + (down ? way : -way)
    let target =
      y < 0
      ? (.start, false)
      : y > flow.heights.total
        ? (editor.text.end, false) : place(at: CGPoint(x: x, y: y))
    select(target.0, extending: extends, isUpstream: target.1)
    column = x
  }
}
