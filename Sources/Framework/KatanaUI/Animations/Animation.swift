public import Foundation

/// The way in which a view's properties go from one value to another.
///
/// Source: docs/semantics/ui.md, N1.
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

  /// Makes options of their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Begins from the values on the screen, which is what every animation does here.
  public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
  /// Runs again and again; nothing waits for its end.
  public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
  /// Runs back each time; at the end the new value is there at once.
  public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
  /// Begins and ends slowly.
  public static let curveEaseInOut: AnimationOptions = []
  /// Begins slowly.
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  /// Ends slowly.
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  /// At the same speed throughout.
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
}

/// Changes props to where a child comes from when it appears, or goes to when it disappears.
public typealias AnimationPropsTransformer =
  @Sendable (any NodeDescriptionProps) -> any NodeDescriptionProps

/// How a child changes, appears and disappears.
///
/// Source: docs/semantics/ui.md, N2.
public struct Animation: Sendable {
  /// The way to the new values.
  public var type: AnimationType
  /// Made of the props of a child that appears: where it comes from.
  public var entryTransformers: [AnimationPropsTransformer]
  /// Made of the last props of a child that disappears: where it goes.
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

  /// At once.
  public static let none = Animation(type: .none)
}
