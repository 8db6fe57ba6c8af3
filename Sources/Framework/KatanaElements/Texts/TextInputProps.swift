public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// Props of a ``TextField`` and a ``TextArea``.
///
/// Source: docs/semantics/elements.md, E9.
public struct TextInputProps: NodeDescriptionProps, Buildable {
  /// Frame in the parent.
  public var frame = CGRect.zero
  /// Distinguishes it from siblings of the same type; layouts find it by this key.
  public var key: String?
  /// Opacity, from 0 to 1.
  public var alpha: CGFloat = 1
  /// The colour behind the text.
  public var backgroundColor = Color.clear
  /// Radius of the corners.
  public var cornerRadius: Value = .zero
  /// Width of the border, inside the bounds.
  public var borderWidth: Value = .zero
  /// Colour of the border, inside the bounds.
  public var borderColor = Color.clear
  /// Whether content is clipped to the bounds.
  public var clipsToBounds = true
  /// The text of a state that ``onChange`` leads to; `nil` if the view alone keeps it.
  ///
  /// A state that is older than the newest keys doesn't undo them: see `TextEditing.show`.
  public var text: String?
  /// Shown while there is no text.
  public var placeholder = ""
  /// The font.
  public var font = TextFont(.systemFont(ofSize: 17))
  /// The colour of the characters.
  public var textColor = Color.black
  /// The colour of the placeholder.
  public var placeholderColor = Color(hex: 0x8E8E93)
  /// The colour of the caret.
  public var caretColor = Color(hex: 0x007AFF)
  /// The colour behind selected characters.
  public var selectionColor = Color(hex: 0x007AFF).withAlpha(0.3)
  /// Whether characters are shown as dots; only in a field.
  public var isSecure = false
  /// What may be typed and pasted.
  public var filter = TextFilter.none
  /// The most characters that can be typed; `nil` for no limit.
  public var maximumLength: Int?
  /// Whether the text can be changed; otherwise it can still be selected and copied.
  public var isEditable = true
  /// Whether it takes touches and keys.
  public var isEnabled = true
  /// Called with the text when the user has changed it.
  public var onChange: Handler<String>?
  /// Called with the text at the return key; in an area at control and the return key.
  public var onCommit: Handler<String>?
  /// The name that is read out, if it isn't the placeholder.
  public var accessibilityLabel: String?

  /// Makes the default props.
  public init() {}

  /// Whether both look the same and handle the same events: everything but the handlers themselves is equal.
  func looksSame(as other: TextInputProps) -> Bool {
    var same = other
    (same.onChange, same.onCommit) = (onChange, onCommit)
    return self == same && (onChange == nil) == (other.onChange == nil)
      && (onCommit == nil) == (other.onCommit == nil)
  }

  /// Applies the props to a view, whose handlers are those of the newest props.
  @MainActor
  func apply(
    to view: some TextInputView,
    of node: AnyNode,
    newest: @escaping @MainActor (AnyNode) -> TextInputProps?
  ) {
    let multiplier = node.plasticMultiplier
    view.show(self, multiplier: multiplier)
    let editing = view.editing
    editing.font = font.resolved { $0.scale(multiplier) }
    (editing.placeholder, editing.label) = (placeholder, accessibilityLabel)
    (editing.textColor, editing.placeholderColor) = (textColor, placeholderColor)
    (editing.caretColor, editing.selectionColor) = (caretColor, selectionColor)
    (editing.isSecure, editing.filter, editing.maximumLength) = (isSecure, filter, maximumLength)
    (editing.isEditable, editing.isEnabled) = (isEditable, isEnabled)
    if let text { editing.show(text) }
    // The view doesn't keep its node, which keeps the view.
    editing.onChange =
      onChange == nil ? nil : { [weak node] in node.flatMap(newest)?.onChange?($0) }
    editing.onCommit =
      onCommit == nil ? nil : { [weak node] in node.flatMap(newest)?.onCommit?($0) }
  }
}

extension TextInputProps: BoxProps {}
