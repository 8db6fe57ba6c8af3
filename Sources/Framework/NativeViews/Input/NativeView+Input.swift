extension NativeView {
  /// Whether keys go to the view first.
  public final var isFocused: Bool { tree?.focusedView === self }

  /// Moves the keyboard focus to the view.
  ///
  /// - Returns: Whether the view is in a tree and takes the focus.
  @discardableResult
  public final func focus() -> Bool { tree?.focus(self) ?? false }

  /// Activates the view for assistive technology, as a tap does.
  ///
  /// - Returns: Whether the view can be used and had something to do.
  package final func activateByAssistant() -> Bool {
    canBeUsed && viewInTransition == nil && effectiveAccessibility.isEnabled && activate()
  }

  /// The nearest view with a property: this one or an ancestor.
  final func nearest(where matches: (NativeView) -> Bool) -> NativeView? {
    var view: NativeView? = self
    while let candidate = view {
      if matches(candidate) { return candidate }
      view = candidate.parent
    }
    return nil
  }

  /// Scrolls all enclosing scroll views so that the view becomes visible, if possible.
  final func revealInScrollViews() {
    var ancestor = parent
    while let container = ancestor {
      (container as? ScrollView)?.reveal(self)
      ancestor = container.parent
    }
  }

  /// Whether the view and all its ancestors are visible and take part in user interaction.
  package final var canBeUsed: Bool { nearest { !$0.takesTouches } == nil }
}
