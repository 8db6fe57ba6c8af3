/// Whether a controller is seen.
enum Appearance {
  case disappeared
  case appearing
  case appeared
  case disappearing
}

extension AnyViewController {
  /// Whether the controller is seen, or about to be.
  public final var isVisible: Bool { appearance == .appearing || appearance == .appeared }

  /// Begins to show the controller and those in it, or to take them away; nothing where it is so already.
  ///
  /// A container calls it for its children, and ``endAppearanceTransition(animated:)`` after it.
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
    // Which it is by now: the hook may have changed it.
    for child in visibleChildren where child.parent === self && child.departure == nil {
      child.beginAppearanceTransition(isVisible, animated: animated)
    }
  }

  /// Ends what ``beginAppearanceTransition(_:animated:)`` has begun; nothing where nothing was.
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

  /// Shows the controller, or takes it away, without an animation.
  final func setVisible(_ isVisible: Bool) {
    beginAppearanceTransition(isVisible, animated: false)
    endAppearanceTransition(animated: false)
  }
}
