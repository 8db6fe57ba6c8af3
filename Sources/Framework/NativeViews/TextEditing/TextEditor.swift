/// A text with a caret, as a user edits it: the same in each backend.
///
/// Positions are always between characters: emoji of several scalars and letters with marks are one.
///
/// Complexity: an operation costs the lines that it changes, unless something else is said.
///
/// Source: docs/semantics/ui.md, V9.
package struct TextEditor: Sendable {
  /// What can be in the text.
  package struct Form: Hashable, Sendable {
    package var isMultiline = false
    package var isSecure = false
    package var filter = TextFilter.none
    /// The most characters; `nil` for no limit.
    package var maximumLength: Int?

    package init() {}
  }

  /// Replaced lines, for what is kept of each.
  struct LineChange {
    var old: Range<Int>
    var newCount: Int
  }

  package var form: Form {
    // A secret isn't kept for undoing, nor what was before it: it wouldn't fit any more.
    didSet { if form.isSecure { history = TextHistory() } }
  }
  package private(set) var text: EditedText
  package private(set) var selection: TextSelection
  package private(set) var composition: TextComposition?
  private var history = TextHistory()
  /// Changes since these were taken.
  private(set) var lineChanges: [LineChange] = []

  package init(_ string: String = "", form: Form = Form()) {
    (text, self.form) = (EditedText(string), form)
    selection = TextSelection(caret: text.end)
  }

  package var canUndo: Bool { history.canUndo }
  package var canRedo: Bool { history.canRedo }
  package var selectedText: String { text[selection.range] }

  mutating func takeLineChanges() -> [LineChange] {
    defer { lineChanges = [] }
    return lineChanges
  }

  // MARK: Changes

  /// Replaces the selection by what was typed or pasted, as far as the form takes it.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - isTyped: Whether it belongs to what is typed before and after it.
  /// - Returns: Whether the text has changed.
  @discardableResult
  package mutating func insert(_ string: String, isTyped: Bool = true) -> Bool {
    composition = nil
    let accepted = accepted(string)
    guard !accepted.isEmpty else { return false }
    replace(selection.range, with: accepted, isTyped ? .typing : .other)
    return true
  }

  /// Replaces the whole text by what its owner wants; the caret stays where it is, or at the end.
  ///
  /// It can't be undone.
  ///
  /// Complexity: O(n).
  package mutating func setText(_ string: String) {
    composition = nil
    let isAtEnd = selection.head == text.end && selection.isEmpty
    let old = text
    text = EditedText(string)
    guard text != old else { return }
    lineChanges.append(LineChange(old: 0..<old.lines.count, newCount: text.lines.count))
    history = TextHistory()
    selection =
      isAtEnd
      ? TextSelection(caret: text.end)
      : TextSelection(text.clamped(selection.anchor), to: text.clamped(selection.head))
  }

  /// Replaces a part of the text by what assistive technology has made of it; it can be undone.
  ///
  /// - Parameters:
  ///   - range: The part that was told to it.
  ///   - told: How the part was told, with as many characters: a secret as dots.
  ///   - string: What it has made of that.
  /// - Returns: Whether the text has changed.
  package mutating func edit(
    _ range: Range<TextPosition>,
    told: String,
    to string: String
  ) -> Bool {
    let (old, new) = (Array(told), Array(EditedText(string).string))
    let first = zip(old, new).prefix { $0 == $1 }.count
    let last = zip(old[first...].reversed(), new[first...].reversed()).prefix { $0 == $1 }.count
    guard first < max(old.count, new.count) - last else { return false }
    let part = text[range]
    func place(_ count: Int) -> TextPosition {
      range.lowerBound.advanced(over: String(part.prefix(count)))
    }
    selection = TextSelection(place(first), to: place(old.count - last))
    let inserted = String(new[first..<new.count - last])
    return inserted.isEmpty
      ? delete(.character, forward: false) : insert(inserted, isTyped: false)
  }

  /// A unit of movements and deletions.
  package enum Unit: Sendable {
    case character
    case word
    /// To the start or the end of the line.
    case line
  }

  /// Deletes the selection, or if it is empty what is before or behind the caret.
  ///
  /// - Returns: Whether there was something to delete.
  @discardableResult
  package mutating func delete(_ unit: Unit, forward: Bool) -> Bool {
    composition = nil
    var range = selection.range
    var kind = TextHistory.Kind.other
    if range.isEmpty {
      let end = position(from: selection.head, by: unit, forward: forward)
      range = forward ? selection.head..<end : end..<selection.head
      if unit == .character { kind = forward ? .deletingForward : .deletingBackward }
    }
    guard !range.isEmpty else { return false }
    replace(range, with: "", kind)
    return true
  }

  /// Undoes the last change.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func undo() -> Bool {
    composition = nil
    guard let change = history.takeUndo() else { return false }
    let end = change.start.advanced(over: change.inserted)
    replaceLines(change.start..<end, with: change.removed)
    selection = change.before
    return true
  }

  /// Does the last undone change again.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func redo() -> Bool {
    composition = nil
    guard let change = history.takeRedo() else { return false }
    let end = change.start.advanced(over: change.removed)
    replaceLines(change.start..<end, with: change.inserted)
    selection = change.after
    return true
  }

  private mutating func replace(
    _ range: Range<TextPosition>,
    with string: String,
    _ kind: TextHistory.Kind
  ) {
    let (removed, before) = (text[range], selection)
    let end = replaceLines(range, with: string)
    selection = TextSelection(caret: text.clamped(end))
    guard !form.isSecure else { return }
    let inserted = text[range.lowerBound..<end]
    history.record(
      TextHistory.Change(
        kind: kind,
        start: range.lowerBound,
        removed: removed,
        inserted: inserted,
        before: before,
        after: selection
      )
    )
  }

  @discardableResult
  private mutating func replaceLines(
    _ range: Range<TextPosition>,
    with string: String
  ) -> TextPosition {
    let end = text.replace(range, with: string)
    let (first, last) = (range.lowerBound.line, range.upperBound.line)
    lineChanges.append(LineChange(old: first..<last + 1, newCount: end.line - first + 1))
    return end
  }

  // MARK: Selection

  /// The place that a unit leads to, in the order of reading.
  ///
  /// A secret is one word: movements tell nothing of it.
  package func position(
    from position: TextPosition,
    by unit: Unit,
    forward: Bool
  ) -> TextPosition {
    switch unit {
    case .character:
      forward ? text.position(after: position) : text.position(before: position)
    case .word where form.isSecure: forward ? text.end : .start
    case .word: forward ? text.wordEnd(after: position) : text.wordStart(before: position)
    case .line:
      forward ? text.lineEnd(position.line) : TextPosition(line: position.line, column: 0)
    }
  }

  /// Moves the caret, and selects what is between if the selection is extended.
  package mutating func move(
    to position: TextPosition,
    extending: Bool = false,
    isUpstream: Bool = false
  ) {
    let head = text.clamped(position)
    select(
      TextSelection(extending ? selection.anchor : head, to: head, isUpstream: isUpstream)
    )
  }

  /// Selects a part of the text.
  package mutating func select(_ selection: TextSelection) {
    composition = nil
    let new = TextSelection(
      text.clamped(selection.anchor),
      to: text.clamped(selection.head),
      isUpstream: selection.isUpstream
    )
    if new != self.selection { history.breakOff() }
    self.selection = new
  }

  package mutating func selectAll() { select(TextSelection(.start, to: text.end)) }

  /// The word at a place as a double click selects it; of a secret all.
  package func word(at position: TextPosition) -> Range<TextPosition> {
    form.isSecure ? .start..<text.end : text.word(at: text.clamped(position))
  }

  /// Ends what is undone together.
  package mutating func breakOff() { history.breakOff() }

  // MARK: Composition

  /// Shows what an input method is composing instead of the selection; nothing ends it.
  ///
  /// - Returns: Whether the text has changed: a selection goes when composing begins.
  package mutating func compose(_ string: String, caret: Int) -> Bool {
    guard !string.isEmpty else {
      composition = nil
      return false
    }
    var hasChanged = false
    if composition == nil, !selection.isEmpty { hasChanged = delete(.character, forward: false) }
    let line = string.replacing("\n", with: " ")
    let place = line.characterBoundary(from: min(max(caret, 0), line.utf8.count))
    composition = TextComposition(text: line, caret: place)
    return hasChanged
  }

  /// Drops what an input method is composing.
  package mutating func cancelComposition() { composition = nil }

  /// Deletes Unicode scalars around the caret in its line, as an input method asks that has read them.
  package mutating func delete(before: Int, after: Int) -> Bool {
    let (place, line) = (selection.head, text.lines[selection.head.line])
    let parts = (line.utf8Slice(..<place.column), line.utf8Slice(place.column...))
    let start =
      place.column
      - String(String.UnicodeScalarView(parts.0.unicodeScalars.suffix(before))).utf8.count
    let end =
      place.column
      + String(String.UnicodeScalarView(parts.1.unicodeScalars.prefix(after))).utf8.count
    guard start < end else { return false }
    let range =
      TextPosition(line: place.line, column: start)..<TextPosition(line: place.line, column: end)
    replace(range, with: "", .other)
    return true
  }
}
