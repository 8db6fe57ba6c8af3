extension ViewQuery {
  /// Focuses the one matching view, or the first focusable view in it, pastes a text, and makes a frame.
  ///
  /// - Parameter text: Put into the tree's clipboard before.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and takes the focus.
  public func paste(_ text: String) throws(ViewQueryError) {
    tree.clipboard.write(text)
    try press(.character("v"), modifiers: .control)
  }

  /// Focuses the one matching view, or the first focusable view in it, lets an input method do something, and makes a frame.
  ///
  ///     try field.input(.composed("´", caret: 2))   // a dead key
  ///     try field.input(.committed("é"))
  ///
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and takes the focus.
  public func input(_ event: TextInputEvent) throws(ViewQueryError) {
    try focus()
    tree.handle(.text(event))
    tree.flush()
  }
}
