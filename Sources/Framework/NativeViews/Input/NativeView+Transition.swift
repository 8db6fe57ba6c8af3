extension NativeView {
  /// Keeps input from the view, and from all that is in it, until ``endTransition()``; transitions may overlap.
  ///
  /// - Parameter endsTouches: Whether pointers that are down on it are taken away.
  package final func beginTransition(endsTouches: Bool) {
    changeTransitions(by: 1)
    if endsTouches { tree?.endPointers(in: self) }
  }

  /// Ends what ``beginTransition(endsTouches:)`` has begun.
  package final func endTransition() { changeTransitions(by: -1) }

  /// Whether a transition keeps input from the view and from all that is in it.
  package final var isInTransition: Bool { (rare?.transitions ?? 0) > 0 }

  /// The view, or the nearest that it is in, from which a transition keeps input.
  final var viewInTransition: NativeView? { nearest { $0.isInTransition } }

  private func changeTransitions(by difference: Int) {
    let wasInTransition = isInTransition
    ensureRare().transitions += difference
    if isInTransition != wasInTransition { tree?.backend.transitionDidChange(of: self) }
  }
}
