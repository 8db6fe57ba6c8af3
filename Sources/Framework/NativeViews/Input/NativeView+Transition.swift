extension NativeView {
  /// Blocks input to the view and its descendants until ``endTransition()``; transitions may overlap.
  ///
  /// - Parameter endsTouches: Whether pointers that are down on it are cancelled.
  package final func beginTransition(endsTouches: Bool) {
    changeTransitions(by: 1)
    if endsTouches { tree?.endPointers(in: self) }
  }

  /// Ends a ``beginTransition(endsTouches:)``.
  package final func endTransition() { changeTransitions(by: -1) }

  /// Whether a transition blocks input to the view and its descendants.
  package final var isInTransition: Bool { (rare?.transitions ?? 0) > 0 }

  /// The nearest view, this one or an ancestor, whose input a transition blocks.
  final var viewInTransition: NativeView? {
    Self.transitions == 0 ? nil : nearest { $0.isInTransition }
  }

  /// The number of running transitions of all views, so that input costs nothing without any.
  private static var transitions = 0

  private func changeTransitions(by difference: Int) {
    Self.transitions += difference
    let wasInTransition = isInTransition
    ensureRare().transitions += difference
    guard isInTransition != wasInTransition, let tree else { return }
    tree.input.isPlaced = false
    tree.backend.transitionDidChange(of: self)
  }
}
