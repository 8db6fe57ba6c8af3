import Foundation

extension NativeView {
  /// The view and everything in it as text: one indented line per view, with what differs from an untouched view.
  ///
  ///     NativeView (0 0 320 480)
  ///       Button button "Add" key "add" (10 10 80 30) disabled
  ///
  /// Names are the views' types; frames and other values are those on the screen. The same tree always gives the same text.
  ///
  /// Complexity: O(n) for `n` views, plus the length of the text.
  public final func renderedText() -> String {
    var text = RenderedBytes()
    var depth = 0
    traverse { view in
      view.write(to: &text, depth: depth)
      depth += 1
      return true
    } leave: { _ in
      depth -= 1
    }
    return text.string
  }

  private func write(to text: inout RenderedBytes, depth: Int) {
    let accessibility = effectiveAccessibility
    let presented = presented
    text.indent(depth)
    text.append(text.typeName(of: self))
    if accessibility.role != .none { text.append(" " + accessibility.role.rawValue) }
    if let label = accessibility.label ?? ownText {
      text.append(" ")
      text.append(quoted: label)
    }
    if let value = accessibility.value {
      text.append(" value ")
      text.append(quoted: value)
    }
    if isFocused, let editing = accessibility.editing {
      let (anchor, caret) = (editing.anchor, editing.caret)
      text.append(anchor == caret ? " caret \(caret)" : " selected \(anchor)-\(caret)")
    }
    if let key {
      text.append(" key ")
      text.append(quoted: key)
    }
    text.append(" (")
    text.append(presented.frame.numbers, separator: " ")
    text.append(")")
    for name in renderedFlags(accessibility) { text.append(" " + name) }
    if presented.alpha != 1 { text.append(" alpha ", presented.alpha) }
    if presented.backgroundColor != .clear {
      text.append(" background ")
      text.append(presented.backgroundColor)
    }
    if cornerRadius != 0 { text.append(" corners ", cornerRadius) }
    if borderWidth != 0 {
      text.append(" border ", borderWidth, " ")
      text.append(presented.borderColor)
    }
    if presented.transform != .identity {
      text.append(" transform ")
      text.append(presented.transform.numbers, separator: " ", decimals: 6)
    }
    text.append("\n")
  }

  /// Flags that differ from an untouched view's.
  func renderedFlags(_ accessibility: Accessibility) -> [String] {
    let flags = [
      ("disabled", !accessibility.isEnabled), ("selected", accessibility.isSelected),
      ("skipped", accessibility.isHidden), ("focused", isFocused), ("hidden", isHidden),
      ("untouchable", !isUserInteractionEnabled), ("clips", clipsToBounds),
    ]
    var names: [String] = []
    // No `compactMap`: its closure would check that it is on the main actor, for each flag of each view.
    for (name, isSet) in flags where isSet { names.append(name) }
    return names
  }
}
