extension NativeView {
  /// The text that the view draws itself, pieces separated by a space; `nil` if it draws none.
  package final var ownText: String? {
    var list = DisplayList()
    draw(into: &list)
    var text: String?
    list.join(to: &text)
    return text
  }

  /// The name by which assistive technology and queries call the view.
  ///
  /// The label of ``effectiveAccessibility``, or else the text that the view draws. Without both, and for roles named by their content,
  /// such as a button: the names of the views in it, from first to last.
  ///
  /// Complexity: O(n) for the `n` views in this one, if they name it.
  ///
  /// Source: docs/semantics/ui.md, V8.
  public final var accessibleName: String? {
    let accessibility = effectiveAccessibility
    if let name = accessibility.label ?? ownText { return name.isEmpty ? nil : name }
    guard accessibility.role.isNamedByContent else { return nil }
    var names: [String] = []
    traverse { view in
      guard view !== self else { return true }
      let accessibility = view.effectiveAccessibility
      guard !view.isHidden, !accessibility.isHidden else { return false }
      guard let name = accessibility.label ?? view.ownText else { return true }
      if !name.isEmpty { names.append(name) }
      return false
    }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}

extension DisplayList {
  fileprivate func join(to text: inout String?) {
    for command in commands {
      switch command {
      case .text(let block, _) where !block.text.string.isEmpty:
        text = text.map { "\($0) \(block.text.string)" } ?? block.text.string
      case .clip(_, _, let list): list.join(to: &text)
      case .fill, .stroke, .image, .text: break
      }
    }
  }
}

extension Accessibility.Role {
  /// Whether the content of such a view is its name, as in WAI-ARIA.
  var isNamedByContent: Bool {
    switch self {
    case .button, .label, .link, .listItem, .row, .cell, .heading, .checkbox, .tab: true
    case .none, .image, .list, .table, .grid, .slider, .textField, .dialog, .window, .progressBar,
      .scrollView:
      false
    }
  }
}
