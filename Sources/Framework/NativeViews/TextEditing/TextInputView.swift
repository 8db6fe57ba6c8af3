public import Foundation

/// A view with a text that the user edits: ``TextFieldView`` or ``TextAreaView``.
///
/// The properties of its ``editing`` are its own: `field.text = "Tea"`.
@MainActor @dynamicMemberLookup
public protocol TextInputView: NativeView {
  /// The text, its looks and its handlers.
  var editing: TextEditing { get }
}

extension TextInputView {
  /// A property of the text.
  public subscript<Value>(
    dynamicMember property: ReferenceWritableKeyPath<TextEditing, Value>
  ) -> Value {
    get { editing[keyPath: property] }
    set { editing[keyPath: property] = newValue }
  }

  /// A property of the text that is only read.
  public subscript<Value>(dynamicMember property: KeyPath<TextEditing, Value>) -> Value {
    editing[keyPath: property]
  }

  /// Shows the text of a state that `onChange` leads to; see ``TextEditing/show(_:)``.
  public func show(_ text: String) { editing.show(text) }
}

/// A line of text that the user edits.
///
///     let field = TextFieldView()
///     field.placeholder = "What is to be done?"
///     field.onChange = { text in ... }
///     field.onCommit = { text in ... }
///
/// Source: docs/semantics/ui.md, V9-V11.
open class TextFieldView: NativeView, TextInputView {
  /// The text, its looks and its handlers.
  public private(set) final lazy var editing = TextEditing(self, isMultiline: false)

  /// Makes an empty field.
  public override init() {
    super.init()
    clipsToBounds = true
  }

  open override func draw(into list: inout DisplayList) { editing.draw(into: &list) }
  open override func layoutSubviews() { editing.relayOut() }
  open override var accessibility: Accessibility { editing.accessibility }

  open override var handlesTouches: Bool { editing.isEnabled }
  open override var isFocusable: Bool { editing.isEnabled }
  open override var textInputState: TextInputState? { editing.textInputState }
  open override func focusDidChange(_ isFocused: Bool) { editing.focusDidChange(isFocused) }
  open override func key(_ event: KeyEvent) -> Bool { editing.key(event) }
  open override func textInput(_ event: TextInputEvent) -> Bool { editing.textInput(event) }
  open override func touchBegan(_ touch: Touch) { editing.touchBegan(touch) }
  open override func touchMoved(_ touch: Touch) { editing.touchMoved(touch) }
  open override func touchEnded(_ touch: Touch) { editing.touchEnded(touch) }
  open override func touchCancelled(_ touch: Touch) { editing.touchCancelled() }
}

/// A text of several lines that the user edits, and that scrolls; only the lines in sight are laid out and drawn.
///
/// Source: docs/semantics/ui.md, V9-V11.
open class TextAreaView: ScrollView, TextInputView {
  /// The text, its looks and its handlers.
  public private(set) final lazy var editing = TextEditing(self, isMultiline: true)

  open override func draw(into list: inout DisplayList) { editing.draw(into: &list) }
  open override func layoutSubviews() { editing.relayOut() }
  open override var accessibility: Accessibility { editing.accessibility }

  open override func contentOffsetDidChange(from oldOffset: CGPoint) {
    editing.layOut()
    setNeedsDisplay()
  }

  open override var handlesTouches: Bool { editing.isEnabled }
  /// A finger that has just tapped and goes down again selects, and doesn't scroll.
  open override var keepsTouches: Bool { editing.expectsSecondTap }
  open override var isFocusable: Bool { editing.isEnabled }
  open override var textInputState: TextInputState? { editing.textInputState }
  open override func focusDidChange(_ isFocused: Bool) { editing.focusDidChange(isFocused) }
  open override func textInput(_ event: TextInputEvent) -> Bool { editing.textInput(event) }
  open override func touchBegan(_ touch: Touch) { editing.touchBegan(touch) }
  open override func touchMoved(_ touch: Touch) { editing.touchMoved(touch) }
  open override func touchEnded(_ touch: Touch) { editing.touchEnded(touch) }
  open override func touchCancelled(_ touch: Touch) { editing.touchCancelled() }

  /// Edits with the focus; without it, scrolls.
  open override func key(_ event: KeyEvent) -> Bool {
    isFocused ? editing.key(event) : super.key(event)
  }
}
