extension NativeView {
  /// Whether keys go to the view first.
  public final var isFocused: Bool { tree?.focusedView === self }

  /// Makes keys go to the view.
  ///
  /// - Returns: Whether the view is in a tree and takes the focus.
  @discardableResult
  public final func focus() -> Bool { tree?.focus(self) ?? false }

  /// Does what a tap does because assistive technology asks for it.
  ///
  /// - Returns: Whether the view can be used and there was something to do.
  package final func activateByAssistant() -> Bool {
    canBeUsed && viewInTransition == nil && effectiveAccessibility.isEnabled && activate()
  }

  /// The view, or the nearest that it is in, with a property.
  final func nearest(where matches: (NativeView) -> Bool) -> NativeView? {
    var view: NativeView? = self
    while let candidate = view {
      if matches(candidate) { return candidate }
      view = candidate.parent
    }
    return nil
  }

  /// Scrolls all that the view is in so that it is seen, if it can be.
  final func revealInScrollViews() {
    var ancestor = parent
    while let container = ancestor {
      (container as? ScrollView)?.reveal(self)
      ancestor = container.parent
    }
  }

  /// Whether the view and all that it is in are shown and take part in user interaction.
  package final var canBeUsed: Bool { nearest { !$0.takesTouches } == nil }
}
