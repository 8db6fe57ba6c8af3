/// How properties go from the value on the screen to another.
///
/// Source: docs/semantics/ui.md, V1.
public struct ViewAnimation: Hashable, Sendable {
  /// Progress over time.
  public enum Curve: Hashable, Sendable {
    /// The same speed throughout.
    case linear
    /// Starts slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Starts and ends slowly.
    case easeInOut
    /// A cubic Bézier curve from (0, 0) to (1, 1) with two control points, whose `x` are from 0 to 1.
    case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
    /// A damped spring that rests when the duration is over.
    ///
    /// A damping ratio of 1 or more doesn't oscillate; one near 0 oscillates long. The initial velocity is in whole distances per second.
    case spring(dampingRatio: Double, initialVelocity: Double)
  }

  /// How often an animation runs.
  public enum Repetition: Hashable, Sendable {
    /// A number of times, from 1 to a million.
    case times(Int)
    /// Until it is interrupted.
    case forever
  }

  /// Progress over time.
  public var curve: Curve
  /// Time from the initial value to the other one.
  public var duration: Duration
  /// Time before the values start to change.
  public var delay: Duration
  /// How often it runs.
  public var repetition: Repetition
  /// Whether each run also goes back; at the very end the new value applies at once.
  public var autoreverses: Bool
  /// Whether a property that is being animated continues from the value on the screen, not from its old target.
  public var beginsFromCurrentValue: Bool

  /// Makes an animation.
  public init(
    _ curve: Curve = .easeInOut,
    duration: Duration,
    delay: Duration = .zero,
    repetition: Repetition = .times(1),
    autoreverses: Bool = false,
    beginsFromCurrentValue: Bool = true
  ) {
    (self.curve, self.duration, self.delay) = (curve, duration, delay)
    (self.repetition, self.autoreverses) = (repetition, autoreverses)
    self.beginsFromCurrentValue = beginsFromCurrentValue
  }

  /// Makes an animation with a damped spring.
  public static func spring(
    duration: Duration,
    dampingRatio: Double,
    initialVelocity: Double = 0,
    delay: Duration = .zero
  ) -> ViewAnimation {
    ViewAnimation(
      .spring(dampingRatio: dampingRatio, initialVelocity: initialVelocity),
      duration: duration,
      delay: delay
    )
  }

  /// Why the animation can't run, and what to do; `nil` if it can.
  var mistake: (problem: String, remedy: String)? {
    let longest = Duration.seconds(1_000_000_000)
    guard duration >= .zero, duration <= longest, delay >= .zero, delay <= longest else {
      return (
        "the animation's duration \(duration) or delay \(delay) isn't from 0 to \(longest)",
        "use durations in that range"
      )
    }
    if case .times(let count) = repetition, !(1...1_000_000).contains(count) {
      return ("the animation runs \(count) times", "use 1 to 1000000 times, or .forever")
    }
    switch curve {
    case .linear, .easeIn, .easeOut, .easeInOut: return nil
    case .cubicBezier(let x1, let y1, let x2, let y2):
      if (0...1).contains(x1), (0...1).contains(x2), y1.isFinite, y2.isFinite { return nil }
      return (
        "the Bézier curve's control points are (\(x1), \(y1)) and (\(x2), \(y2))",
        "use an x from 0 to 1 and a finite y"
      )
    case .spring(let ratio, let velocity):
      if (0.01...100).contains(ratio), abs(velocity) <= 10_000 { return nil }
      return (
        "the spring's damping ratio is \(ratio) and its velocity \(velocity)",
        "use a ratio from 0.01 to 100 and a velocity of at most 10000 either way"
      )
    }
  }
}

/// How an animation ended.
public enum AnimationOutcome: Hashable, Sendable {
  /// All of its properties have reached their values.
  case finished
  /// Before the end, one of its properties was set or animated again, or its view left the tree.
  case interrupted
}
