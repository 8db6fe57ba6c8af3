extension ViewTree {
  /// Makes changes so that they are seen as movements.
  ///
  /// Of each view of the tree, `frame`, `alpha`, `transform`, `backgroundColor` and `borderColor` that the changes set have their
  /// new values at once; what is shown, ``NativeView/presented``, goes there from the value on the screen. An
  /// animation of the same property that ran before ends, interrupted. Other properties, and views that are
  /// not in the tree, aren't animated.
  ///
  /// An animation that can't run, such as one of a negative duration, is a ``ViewDiagnosis``; the changes are made
  /// at once then.
  ///
  /// Complexity: a frame costs the animated views.
  ///
  /// - Parameters:
  ///   - animation: Duration, curve and more.
  ///   - changes: Run once, at once. Calls within it animate what they set themselves.
  ///   - completion: Called once, in a frame after which nothing is left of the animation, or when the tree goes;
  ///     in the next frame where nothing is animated.
  ///
  /// Source: docs/semantics/ui.md, V1-V3.
  public func animate(
    _ animation: ViewAnimation,
    changes: () -> Void,
    completion: ((AnimationOutcome) -> Void)? = nil
  ) {
    if let mistake = animation.mistake {
      root.diagnose(mistake.problem, remedy: mistake.remedy)
      timeline.run(nil, at: backend.frames.now, changes: changes, completion: completion)
    } else {
      timeline.run(animation, at: backend.frames.now, changes: changes, completion: completion)
    }
    if timeline.isActive { setNeedsFrame() }
  }

  /// Makes changes that are seen at once, also within those of an animation.
  ///
  /// Animations of what is set end, interrupted.
  public func withoutAnimation(_ changes: () -> Void) {
    let outer = Timeline.recording
    Timeline.recording = nil
    changes()
    Timeline.recording = outer
  }

  /// Whether something is on its way.
  public var isAnimating: Bool { timeline.isMoving || input.isGliding }

  /// Brings all running animations to their ends, as finished, contents that glide to theirs, and makes a frame.
  ///
  /// Animations that completions begin in that frame aren't ended.
  public func finishAnimations() {
    timeline.endAll(.finished)
    advanceScrolling(to: nil)
    flush()
  }
}

extension NativeView {
  /// Makes changes so that they are seen as movements in the view's tree.
  ///
  /// Without a tree nothing is seen: the changes are made, and the completion is called at once, as finished.
  public final func animate(
    _ animation: ViewAnimation,
    changes: () -> Void,
    completion: ((AnimationOutcome) -> Void)? = nil
  ) {
    if let tree {
      tree.animate(animation, changes: changes, completion: completion)
    } else {
      changes()
      completion?(.finished)
    }
  }
}
