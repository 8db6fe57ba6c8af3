public import Foundation

/// What an input method does to the text with the focus: dead keys, Chinese, Japanese, Korean and others.
public enum TextInputEvent: Hashable, Sendable {
  /// It is composing a text, which is shown underlined at the caret; an empty one ends that.
  ///
  /// The caret is in UTF-8 code units of the text.
  case composed(String, caret: Int)
  /// A text was typed; it replaces what was composed.
  case committed(String)
  /// Numbers of Unicode scalars around the caret are deleted.
  case deleted(before: Int, after: Int)
}

/// What an input method may know of the view with the focus.
public struct TextInputState: Hashable, Sendable {
  /// What is typed.
  public enum Purpose: Hashable, Sendable {
    case text
    case digits
    case number
    case password
  }

  /// The caret in the view's coordinates.
  public var caret: CGRect
  /// The line around the caret; empty for a password.
  public var line: String
  /// The caret in the line, in UTF-8 code units.
  public var cursor: Int
  /// The other end of the selection, if it is in the line; otherwise the caret.
  public var anchor: Int
  /// What is typed.
  public var purpose: Purpose
  /// Whether it has several lines.
  public var isMultiline: Bool
  /// Whether an input method is composing a text in it.
  public var isComposing: Bool
}
