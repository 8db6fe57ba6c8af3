public import Foundation

/// How a view's properties go from one value to another.
///
/// Source: docs/semantics/ui.md, N1.
public enum AnimationType: Hashable, Sendable {
  /// Changes values at once.
  case none
  /// Keeps the same speed throughout.
  case linear(duration: TimeInterval)
  case linearWithOptions(duration: TimeInterval, options: AnimationOptions)
  case linearWithDelay(duration: TimeInterval, options: AnimationOptions, delay: TimeInterval)
  /// Moves like a mass on a spring; a damping of 1 doesn't oscillate.
  case spring(duration: TimeInterval, damping: CGFloat, initialVelocity: CGFloat)
  case springWithOptions(
    duration: TimeInterval,
    damping: CGFloat,
    initialVelocity: CGFloat,
    options: AnimationOptions
  )
  case springWithDelay(
    duration: TimeInterval,
    damping: CGFloat,
    initialVelocity: CGFloat,
    options: AnimationOptions,
    delay: TimeInterval
  )
}

/// Curve and repetition of an animation.
public struct AnimationOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes options from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Starts from the values on the screen, as every animation here does.
  public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
  /// Repeats forever; nothing waits for its end.
  public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
  /// Runs back after each run; at the end the new value applies at once.
  public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
  /// Starts and ends slowly.
  public static let curveEaseInOut: AnimationOptions = []
  /// Starts slowly.
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  /// Ends slowly.
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  /// Keeps the same speed throughout.
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
}

/// Changes props to where a child comes from when it appears, or goes to when it disappears.
public typealias AnimationPropsTransformer =
  @Sendable (any NodeDescriptionProps) -> any NodeDescriptionProps

/// How a child changes, appears and disappears.
///
/// Source: docs/semantics/ui.md, N2.
public struct Animation: Sendable {
  /// How views get to the new values.
  public var type: AnimationType
  /// Applied to the props of an appearing child: where it comes from.
  public var entryTransformers: [AnimationPropsTransformer]
  /// Applied to the last props of a disappearing child: where it goes.
  public var leaveTransformers: [AnimationPropsTransformer]

  /// Makes an animation.
  public init(
    type: AnimationType,
    entryTransformers: [AnimationPropsTransformer] = [],
    leaveTransformers: [AnimationPropsTransformer] = []
  ) {
    self.type = type
    self.entryTransformers = entryTransformers
    self.leaveTransformers = leaveTransformers
  }

  /// Changes values at once.
  public static let none = Animation(type: .none)
}
