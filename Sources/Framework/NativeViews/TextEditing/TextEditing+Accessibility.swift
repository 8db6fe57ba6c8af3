extension TextEditing {
  /// The part of the text that assistive technology is told of: all, or some lines around the caret.
  private var toldRange: Range<TextPosition> {
    guard editor.text.utf8Count > Self.toldLength else { return .start..<editor.text.end }
    let (lines, caret) = (editor.text.lines, editor.selection.head)
    var (first, last, length) = (caret.line, caret.line, lines[caret.line].utf8.count)
    guard length <= Self.toldLength else { return caret..<caret }
    for distance in 1...100 {
      for line in [caret.line - distance, caret.line + distance] where lines.indices.contains(line)
      {
        length += lines[line].utf8.count + 1
        guard length <= Self.toldLength else { break }
        (first, last) = (min(first, line), max(last, line))
      }
    }
    return TextPosition(line: first, column: 0)..<editor.text.lineEnd(last)
  }

  private func told(_ range: Range<TextPosition>) -> String {
    let text = editor.text[range]
    return isSecure ? Self.dots(text) : text
  }

  var accessibility: Accessibility {
    let range = toldRange
    /// The number of scalars of what is told before a place.
    func offset(_ position: TextPosition) -> Int {
      let place = min(max(position, range.lowerBound), range.upperBound)
      return told(range.lowerBound..<place).unicodeScalars.count
    }
    var accessibility = Accessibility(
      role: .textField,
      label: label ?? placeholder,
      value: told(range),
      isEnabled: isEnabled
    )
    accessibility.editing = Accessibility.Editing(
      anchor: offset(editor.selection.anchor),
      caret: offset(editor.selection.head),
      isMultiline: editor.form.isMultiline,
      isSecure: isSecure,
      isEditable: isEditable
    )
    return accessibility
  }

  /// Takes over what assistive technology has made of the told text, and of the selection in it.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - anchor: Where the selection begins, in Unicode scalars.
  ///   - caret: Where it ends.
  package func assistantDidEdit(_ string: String, anchor: Int, caret: Int) {
    let range = toldRange
    let told = told(range)
    if string != told {
      edit { $0.edit(range, told: told, to: string) }
    }
    /// The place of a number of scalars of what is told now.
    func place(_ offset: Int, in told: String, from start: TextPosition) -> TextPosition {
      let part = String(String.UnicodeScalarView(told.unicodeScalars.prefix(max(offset, 0))))
      guard isSecure else { return start.advanced(over: part) }
      return start.advanced(over: String(editor.text.string.prefix(part.count)))
    }
    let (current, start) = (self.told(toldRange), toldRange.lowerBound)
    // What isn't taken is told again.
    view.accessibilityDidChange()
    guard isEnabled, current == string else { return }
    editor.select(
      TextSelection(
        place(anchor, in: current, from: start),
        to: place(caret, in: current, from: start)
      )
    )
    didEdit(false)
  }
}
