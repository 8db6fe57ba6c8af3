extension ViewTree {
  /// Makes changes and animates them.
  ///
  /// Animates `frame`, `alpha`, `transform`, `backgroundColor` and `borderColor` of views in the tree. The properties have their new values
  /// at once; what is shown, ``NativeView/presented``, goes there from the value on the screen. An earlier animation of the same property
  /// ends, interrupted. Other properties, and views outside the tree, aren't animated.
  ///
  /// An animation that can't run, such as one with a negative duration, causes a ``ViewDiagnosis``; the changes then apply at once. So they
  /// do, without a diagnosis, if the ``environment`` wants reduced motion.
  ///
  /// Complexity: a frame costs as much as the animated views.
  ///
  /// - Parameters:
  ///   - animation: Duration, curve and more.
  ///   - changes: Runs once, immediately. Nested calls animate what they set themselves.
  ///   - completion: Called once, in a frame after which nothing remains of the animation, or when the tree goes; in the next frame if
  ///     nothing is animated.
  ///
  /// Source: docs/semantics/ui.md, V1-V3.
  public func animate(
    _ animation: ViewAnimation,
    changes: () -> Void,
    completion: ((AnimationOutcome) -> Void)? = nil
  ) {
    let mistake = animation.mistake
    if let mistake { root.diagnose(mistake.problem, remedy: mistake.remedy) }
    if mistake != nil || environment.isMotionReduced {
      timeline.run(nil, at: backend.frames.now, changes: changes, completion: completion)
    } else {
      timeline.run(animation, at: backend.frames.now, changes: changes, completion: completion)
    }
    if timeline.isActive { setNeedsFrame() }
  }

  /// Makes changes that show at once, even during those of an animation.
  ///
  /// Animations of the changed properties end, interrupted.
  public func withoutAnimation(_ changes: () -> Void) {
    let outer = Timeline.recording
    Timeline.recording = nil
    changes()
    Timeline.recording = outer
  }

  /// Whether something is moving.
  public var isAnimating: Bool { timeline.isMoving || input.isGliding }

  /// Finishes all running animations, brings gliding contents to their ends, and makes a frame.
  ///
  /// Animations that completions start in that frame keep running.
  public func finishAnimations() {
    timeline.endAll(.finished)
    advanceScrolling(to: nil)
    flush()
  }
}

extension NativeView {
  /// Makes changes and animates them in the view's tree.
  ///
  /// Without a tree nothing is animated: the changes apply, and the completion is called at once, as finished.
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

  /// Makes changes that show at once, even during those of an animation.
  package final func withoutAnimation(_ changes: () -> Void) {
    if let tree { tree.withoutAnimation(changes) } else { changes() }
  }
}
