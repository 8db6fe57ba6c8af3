extension ViewTree {
  /// The view that gets keys first.
  public var focusedView: NativeView? {
    input.focused.flatMap { $0.tree === self ? $0 : nil }
  }

  /// Moves the keyboard focus to a view, or to none.
  ///
  /// - Returns: Whether it has the focus now: it must be in this tree, focusable, visible, part of user interaction, and not covered by a
  ///   modal.
  @discardableResult
  public func focus(_ view: NativeView?) -> Bool {
    if let view, !takesFocus(view) { return false }
    let old = input.focused
    guard view !== old else { return true }
    input.focused = view
    if let view {
      input.focusPlace = FocusPlace(view)
    } else if let old, old.tree === self {
      input.focusPlace = FocusPlace(old)
    }
    backend.focusDidChange(to: view)
    old?.focusDidChange(false)
    guard input.focused === view, let view else { return input.focused === view }
    view.revealInScrollViews()
    view.focusDidChange(true)
    return input.focused === view
  }

  /// Moves the focus to the next focusable view, in tree order; from the last to the first.
  ///
  /// If no view has the focus, it continues from the place of the last focused one.
  ///
  /// Complexity: O(n) for `n` views.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func focusNext() -> Bool {
    let (views, place, _) = focusableViews()
    return !views.isEmpty && focus(views[place % views.count])
  }

  /// Moves the focus to the previous focusable view; from the first to the last.
  ///
  /// If no view has the focus, it goes back from the place of the last focused one.
  ///
  /// Complexity: O(n) for `n` views.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func focusPrevious() -> Bool {
    let (views, place, isOfLast) = focusableViews()
    guard !views.isEmpty else { return false }
    input.movesFocusBackward = true
    defer { input.movesFocusBackward = false }
    return focus(views[(place + views.count - (isOfLast ? 2 : 1)) % views.count])
  }

  /// Whether the focus comes from behind, so that a view with several widgets focuses the last one.
  package var movesFocusBackward: Bool { input.movesFocusBackward }

  /// Whether the focus comes by the tab key, so that a text field selects its text.
  var movesFocusByTab: Bool { input.movesFocusByTab }

  /// Takes the focus from a view that has left the tree or can't have it any more.
  func settleFocus() {
    if let view = input.focused, !takesFocus(view) { focus(nil) }
  }

  /// Keeps the place of the focus; called before a view is removed from its parent.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - newTree: The tree that it will be in.
  func keepFocusPlace(without view: NativeView, in newTree: ViewTree?) {
    guard let place = input.focusPlace, let parent = view.parent else { return }
    let isLeft =
      newTree === self
      ? place.isBehind && place.view === view : place.view.isDescendant(of: view)
    if isLeft { input.focusPlace = FocusPlace(leftBy: view, in: parent) }
  }

  private func takesFocus(_ view: NativeView) -> Bool {
    guard view.tree === self, view.isFocusable, view.canBeUsed else { return false }
    let scope = focusScope
    return scope === root || view.isDescendant(of: scope)
  }

  /// The view that the focus stays in.
  var focusScope: NativeView {
    guard let view = findFocusScope?(), view.tree === self, view.canBeUsed else { return root }
    return view
  }

  /// The focusable views, the number of them before the place of the focus, and whether the place is that of the last of these.
  private func focusableViews() -> (views: [NativeView], place: Int, isOfLast: Bool) {
    let place = focusedView.map { FocusPlace($0) } ?? input.focusPlace
    // Skips everything in a view that takes no part in user interaction.
    var mark = place?.view
    var view = mark
    while let current = view {
      if !current.takesTouches { mark = current }
      view = current.parent
    }
    var (views, count): ([NativeView], Int) = ([], 0)
    focusScope.traverse { view in
      let isPassedOver = !view.takesTouches
      if !isPassedOver, view.isFocusable { views.append(view) }
      if view === mark { count = views.count }
      return !isPassedOver
    } leave: { view in
      if view === mark, place?.isBehind == true { count = views.count }
    }
    let isOfLast = place?.isOfView == true && count > 0 && views[count - 1] === place?.view
    return (views, count, isOfLast)
  }
}
