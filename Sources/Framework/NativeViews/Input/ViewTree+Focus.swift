extension ViewTree {
  /// The view to which keys go first.
  public var focusedView: NativeView? {
    input.focused.flatMap { $0.tree === self ? $0 : nil }
  }

  /// Makes keys go to a view first, or to none.
  ///
  /// - Returns: Whether it has the focus now: it is in this tree, is focusable, shown and takes part in interaction, and isn't
  ///   covered by a modal.
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

  /// Moves the focus to the next view that takes it, in the order of the tree; from the last to the first.
  ///
  /// Where no view has the focus, it goes on from the place of the one that had it last.
  ///
  /// Complexity: O(n) for `n` views.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func focusNext() -> Bool {
    let (views, place, _) = focusableViews()
    return !views.isEmpty && focus(views[place % views.count])
  }

  /// Moves the focus to the view that takes it before this one; from the first to the last.
  ///
  /// Where no view has the focus, it goes back from the place of the one that had it last.
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

  /// Whether the focus comes to a view from behind, so that of several widgets in it the last one is meant.
  package var movesFocusBackward: Bool { input.movesFocusBackward }

  /// Takes the focus from a view that has left the tree, or doesn't take it any more.
  func settleFocus() {
    if let view = input.focused, !takesFocus(view) { focus(nil) }
  }

  /// Keeps the place of the focus when a view is taken out of its parent, before it is.
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
    view.tree === self && view.isFocusable && view.canBeUsed && view.isDescendant(of: focusScope)
  }

  /// What the focus doesn't leave.
  private var focusScope: NativeView {
    guard let view = findFocusScope?(), view.tree === self, view.canBeUsed else { return root }
    return view
  }

  /// The views that take the focus, the number of them in front of the place of the focus, and whether the place is that of the
  /// last of these itself.
  private func focusableViews() -> (views: [NativeView], place: Int, isOfLast: Bool) {
    let place = focusedView.map { FocusPlace($0) } ?? input.focusPlace
    // All that is in one that takes no part in interaction is passed over.
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
