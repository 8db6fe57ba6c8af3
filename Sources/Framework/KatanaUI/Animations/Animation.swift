public import Foundation

/// The way in which a view's properties go from one value to another.
public enum AnimationType: Hashable, Sendable {
  /// At once.
  case none
  /// At the same speed throughout.
  case linear(duration: TimeInterval)
  case linearWithOptions(duration: TimeInterval, options: AnimationOptions)
  case linearWithDelay(duration: TimeInterval, options: AnimationOptions, delay: TimeInterval)
  /// Like a mass at a spring; a damping of 1 doesn't swing.
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
  /// Makes a value of its parts.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Begins from the values on the screen, which is what every animation does here.
  public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
  /// Begins anew when it has ended.
  public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
  /// Goes back after it has ended.
  public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
  /// Slow at both ends.
  public static let curveEaseInOut: AnimationOptions = []
  /// Slow at the beginning.
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  /// Slow at the end.
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  /// The same speed throughout.
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
}

/// Changes props to where a child comes from when it appears, or goes to when it disappears.
public typealias AnimationPropsTransformer =
  @Sendable (any NodeDescriptionProps) -> any NodeDescriptionProps

/// How a child changes, appears and disappears.
public struct Animation: Sendable {
  /// How a child changes.
  public var type: AnimationType
  /// Where a child comes from when it appears.
  public var entryTransformers: [AnimationPropsTransformer]
  /// Where a child goes to when it disappears.
  public var leaveTransformers: [AnimationPropsTransformer]

  /// Makes a value of its parts.
  public init(
    type: AnimationType,
    entryTransformers: [AnimationPropsTransformer] = [],
    leaveTransformers: [AnimationPropsTransformer] = []
  ) {
    self.type = type
    self.entryTransformers = entryTransformers
    self.leaveTransformers = leaveTransformers
  }

  /// At once.
  public static let none = Animation(type: .none)
}
