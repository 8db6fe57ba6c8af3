extension NativeView {
  /// Keeps input from the view, and from all that is in it, until ``endTransition()``; transitions may overlap.
  ///
  /// - Parameter endsTouches: Whether pointers that are down on it are taken away.
  package final func beginTransition(endsTouches: Bool) {
    ensureRare().transitions += 1
    setInTransition()
    if endsTouches { tree?.endPointers(in: self) }
  }

  /// Ends what ``beginTransition(endsTouches:)`` has begun.
  package final func endTransition() {
    ensureRare().transitions -= 1
    setInTransition()
  }

  /// Whether a transition keeps input from the view and from all that is in it.
  package final var isInTransition: Bool { pending.contains(.transition) }

  /// The view, or the nearest that it is in, from which a transition keeps input.
  final var viewInTransition: NativeView? { nearest { $0.isInTransition } }

  private func setInTransition() {
    let isInTransition = (rare?.transitions ?? 0) > 0
    guard isInTransition != self.isInTransition else { return }
    pending.formSymmetricDifference(.transition)
    tree?.backend.transitionDidChange(of: self)
  }
}
