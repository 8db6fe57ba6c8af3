/// Whether a controller is visible.
enum Appearance {
  case disappeared
  case appearing
  case appeared
  case disappearing
}

extension AnyViewController {
  /// Whether the controller is visible or about to be.
  public final var isVisible: Bool { appearance == .appearing || appearance == .appeared }

  /// Begins to show or hide the controller and its visible children; does nothing if that is its state already.
  ///
  /// A container calls it for its children, followed by ``endAppearanceTransition(animated:)``.
  public final func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    guard isVisible != isAppearing else { return }
    Self.beginChange()
    defer { Self.endChange() }
    if isAppearing {
      loadViewIfNeeded()
      appearance = .appearing
      viewWillAppear(animated)
      appearanceObserver?(false)
    } else {
      appearance = .disappearing
      viewWillDisappear(animated)
    }
    // The current direction: the hook may have changed it.
    for child in visibleChildren where child.parent === self && child.departure == nil {
      child.beginAppearanceTransition(isVisible, animated: animated)
    }
  }

  /// Ends ``beginAppearanceTransition(_:animated:)``; does nothing without it.
  public final func endAppearanceTransition(animated: Bool) {
    Self.beginChange()
    defer { Self.endChange() }
    switch appearance {
    case .disappeared, .appeared: return
    case .appearing:
      appearance = .appeared
      viewDidAppear(animated)
      appearanceObserver?(true)
    case .disappearing:
      appearance = .disappeared
      viewDidDisappear(animated)
    }
    for child in children where child.parent === self {
      child.endAppearanceTransition(animated: animated)
    }
  }

  /// Shows or hides the controller without an animation.
  final func setVisible(_ isVisible: Bool) {
    beginAppearanceTransition(isVisible, animated: false)
    endAppearanceTransition(animated: false)
  }
}
