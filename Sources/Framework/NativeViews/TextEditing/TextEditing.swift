public import Foundation

/// The text of a ``TextFieldView`` or ``TextAreaView``, with its caret, its looks and its handlers.
///
/// All of its properties are the views' own, too: `field.text`, `area.onChange`.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, V9-V11.
@MainActor
public final class TextEditing {
  /// The caret's width in points.
  static let caretWidth: CGFloat = 2
  /// The longest text in UTF-8 code units that is told to assistive technology as a whole; of a longer one the lines around the caret are.
  static let toldLength = 65_535

  unowned let view: NativeView
  package internal(set) var editor: TextEditor
  var flow = TextFlow()
  /// How far a single line is scrolled, in points.
  var scrolled: CGFloat = 0
  /// Where vertical movements go on, from the left edge of the text.
  var column: CGFloat?
  var clicks = TextClicks()
  private var reports = TextReports()
  private var isReporting = false
  /// Whether lines are being laid out, which moves the content.
  var isLayingOut = false

  init(_ view: NativeView, isMultiline: Bool) {
    self.view = view
    var form = TextEditor.Form()
    form.isMultiline = isMultiline
    editor = TextEditor(form: form)
    padding = CGSize(width: 8, height: isMultiline ? 8 : 0)
    offerHabits()
  }

  // MARK: Text

  /// The text; setting it replaces what was typed, and can't be undone.
  ///
  /// To show the text of a state that follows what is typed, use ``show(_:)``.
  ///
  /// Complexity: O(n).
  public var text: String {
    get { editor.text.string }
    set {
      reports.settle(newValue)
      replace(newValue)
    }
  }

  /// Shows the text of a state that ``onChange`` leads to.
  ///
  /// A state that is older than the newest keys doesn't undo them: a text that was reported is only an answer, and so is the one that was
  /// shown before. Any other replaces what was typed, as does any within ``onChange``. A state that keeps its former text gets its way when
  /// the view loses the focus.
  ///
  /// Complexity: O(n).
  public func show(_ text: String) {
    if isReporting {
      reports.settle(text)
      replace(text)
    } else if reports.show(text) {
      replace(text)
    }
  }

  private func replace(_ text: String) {
    editor.setText(text)
    if !view.isFocused { scrolled = 0 }
    didEdit(false, reveals: view.isFocused)
  }

  /// Called with the text when the user has changed it, by any way: keys, an input method, the clipboard, undoing.
  ///
  /// Complexity: O(n) for the text that is made for it.
  public var onChange: ((String) -> Void)?
  /// Called with the text at the return key; in a text area at control and the return key.
  public var onCommit: ((String) -> Void)?

  /// Shown while there is no text.
  public var placeholder = "" { didSet { if placeholder != oldValue { didChangeLooks() } } }
  /// The name that is read out; without one it is the placeholder.
  public var label: String? { didSet { if label != oldValue { view.accessibilityDidChange() } } }
  /// Whether characters are shown as dots, can't be copied and aren't kept for undoing; only in a field.
  public var isSecure: Bool {
    get { editor.form.isSecure }
    set {
      guard newValue != isSecure, !editor.form.isMultiline else { return }
      editor.form.isSecure = newValue
      flow.forgetAll()
      didEdit(false)
    }
  }
  /// What may be typed and pasted.
  public var filter: TextFilter {
    get { editor.form.filter }
    set { editor.form.filter = newValue }
  }
  /// The most characters that can be typed; `nil` for no limit.
  public var maximumLength: Int? {
    get { editor.form.maximumLength }
    set { editor.form.maximumLength = newValue }
  }
  /// Whether the text can be changed; otherwise it can still be selected and copied.
  public var isEditable = true { didSet { if isEditable != oldValue { didChangeLooks() } } }
  /// Whether the view takes touches and keys.
  public var isEnabled = true { didSet { if isEnabled != oldValue { didChangeLooks() } } }

  // MARK: Looks

  /// The typeface.
  public var font = Font.systemFont(ofSize: 17) { didSet { if font != oldValue { restyle() } } }
  /// The colour of the characters.
  public var textColor = Color.black { didSet { if textColor != oldValue { didChangeLooks() } } }
  /// The colour of the placeholder.
  public var placeholderColor = Color(hex: 0x8E8E93) {
    didSet { if placeholderColor != oldValue { didChangeLooks() } }
  }
  /// The colour behind selected characters.
  public var selectionColor = Color(hex: 0x007AFF).withAlpha(0.3) {
    didSet { if selectionColor != oldValue { didChangeLooks() } }
  }
  /// The colour of the caret.
  public var caretColor = Color(hex: 0x007AFF) {
    didSet { if caretColor != oldValue { didChangeLooks() } }
  }
  /// The distance of the text from the view's edges, in points.
  public var padding: CGSize { didSet { if padding != oldValue { restyle() } } }

  private func didChangeLooks() {
    view.setNeedsDisplay()
    view.accessibilityDidChange()
  }

  private func restyle() {
    view.setNeedsLayout()
    view.setNeedsDisplay()
  }

  // MARK: Commands

  /// The selected part of the text.
  public var selectedText: String { editor.selectedText }
  /// Whether there is something to undo.
  public var canUndo: Bool { editor.canUndo }
  /// Whether there is something to do again.
  public var canRedo: Bool { editor.canRedo }

  /// Selects the whole text.
  public func selectAll() {
    editor.selectAll()
    didEdit(false, reveals: false)
  }

  /// Copies the selection to the tree's clipboard; a secret isn't copied.
  public func copy() {
    guard !editor.selection.isEmpty, !isSecure else { return }
    view.tree?.clipboard.write(editor.selectedText)
  }

  /// Copies the selection and deletes it.
  public func cut() {
    guard !editor.selection.isEmpty, !isSecure else { return }
    copy()
    edit { $0.delete(.character, forward: false) }
  }

  /// Inserts what is in the tree's clipboard, once it has been read.
  public func paste() {
    view.tree?.clipboard.read { [weak view] text in
      guard let text, let input = view as? any TextInputView else { return }
      input.editing.edit { $0.insert(text, isTyped: false) }
    }
  }

  /// Undoes what was typed last.
  public func undo() { edit { $0.undo() } }
  /// Does what was undone last again.
  public func redo() { edit { $0.redo() } }

  /// Inserts a text instead of the selection, as if it was typed.
  public func insert(_ text: String) { edit { $0.insert(text) } }

  // MARK: Changes

  /// Changes the text as the user does, unless it can't be changed.
  func edit(_ change: (inout TextEditor) -> Bool) {
    guard isEditable, isEnabled else { return }
    didEdit(change(&editor))
  }

  /// Shows what has changed, and reports another text.
  func didEdit(_ hasChanged: Bool, reveals: Bool = true) {
    column = nil
    layOut()
    if reveals { revealCaret() }
    view.setNeedsDisplay()
    view.accessibilityDidChange()
    guard hasChanged, let onChange else { return }
    let text = text
    reports.report(text)
    isReporting = true
    defer { isReporting = false }
    onChange(text)
  }

  func commit() -> Bool {
    guard let onCommit else { return false }
    onCommit(text)
    return true
  }

  // MARK: Focus

  func focusDidChange(_ isFocused: Bool) {
    editor.breakOff()
    if isFocused, view.tree?.movesFocusByTab == true, !editor.form.isMultiline {
      editor.selectAll()
    } else if !isFocused {
      editor.cancelComposition()
      if let text = reports.insisted {
        reports.settle(text)
        editor.setText(text)
      }
      // A line that nobody edits is shown from its start.
      scrolled = 0
    }
    didEdit(false, reveals: isFocused)
  }

  // MARK: Input methods

  func textInput(_ event: TextInputEvent) -> Bool {
    guard isEditable, isEnabled else { return false }
    switch event {
    case .composed(let text, let caret): edit { $0.compose(text, caret: caret) }
    case .committed(let text): edit { $0.insert(text) }
    case .deleted(let before, let after): edit { $0.delete(before: before, after: after) }
    }
    return true
  }

  var textInputState: TextInputState? {
    guard isEditable, isEnabled else { return nil }
    let (head, anchor) = (editor.selection.head, editor.selection.anchor)
    let purpose: TextInputState.Purpose =
      switch filter {
      case _ where isSecure: .password
      case .digits: .digits
      case .integer, .decimal: .number
      case .none, .characters: .text
      }
    return TextInputState(
      caret: caretInView,
      line: isSecure ? "" : editor.text.lines[head.line],
      cursor: isSecure ? 0 : head.column,
      anchor: isSecure ? 0 : anchor.line == head.line ? anchor.column : head.column,
      purpose: purpose,
      isMultiline: editor.form.isMultiline,
      isComposing: editor.composition != nil
    )
  }
}
