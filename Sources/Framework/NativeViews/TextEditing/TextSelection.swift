/// The selected part of a text; an empty one is a caret.
package struct TextSelection: Hashable, Sendable {
  /// Where selecting began.
  package var anchor: TextPosition
  /// Where the caret is.
  package var head: TextPosition
  /// Whether the caret is shown at the character before it: at the end of a row, not at the start of the next one, and where directions of
  /// reading meet.
  package var isUpstream: Bool

  package init(_ anchor: TextPosition, to head: TextPosition, isUpstream: Bool = false) {
    (self.anchor, self.head, self.isUpstream) = (anchor, head, isUpstream)
  }

  package init(caret: TextPosition, isUpstream: Bool = false) {
    self.init(caret, to: caret, isUpstream: isUpstream)
  }

  package var range: Range<TextPosition> { min(anchor, head)..<max(anchor, head) }
  package var isEmpty: Bool { anchor == head }
}

/// The text that an input method is composing: shown at the caret, and not yet a part of the text.
package struct TextComposition: Hashable, Sendable {
  package var text: String
  /// The caret in it, in UTF-8 code units.
  package var caret: Int
}
