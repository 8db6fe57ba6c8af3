import Foundation
import NativeViews

extension AnimationType {
  /// The animation of the views' timeline; `nil` where values change at once.
  var viewAnimation: ViewAnimation? {
    switch self {
    case .none:
      return nil
    case .linear(let duration):
      return ViewAnimation(.linear, duration: .seconds(finite: duration))
    case .linearWithOptions(let duration, let options):
      return Self.linearWithDelay(duration: duration, options: options, delay: 0).viewAnimation
    case .linearWithDelay(let duration, let options, let delay):
      return Self.animation(options.curve, duration, options, delay)
    case .spring(let duration, let damping, let velocity):
      return Self.springWithDelay(
        duration: duration,
        damping: damping,
        initialVelocity: velocity,
        options: [],
        delay: 0
      ).viewAnimation
    case .springWithOptions(let duration, let damping, let velocity, let options):
      return Self.springWithDelay(
        duration: duration,
        damping: damping,
        initialVelocity: velocity,
        options: options,
        delay: 0
      ).viewAnimation
    case .springWithDelay(let duration, let damping, let velocity, let options, let delay):
      let curve = ViewAnimation.Curve.spring(
        dampingRatio: Double(damping),
        initialVelocity: Double(velocity)
      )
      return Self.animation(curve, duration, options, delay)
    }
  }

  private static func animation(
    _ curve: ViewAnimation.Curve,
    _ duration: TimeInterval,
    _ options: AnimationOptions,
    _ delay: TimeInterval
  ) -> ViewAnimation {
    ViewAnimation(
      curve,
      duration: .seconds(finite: duration),
      delay: .seconds(finite: delay),
      repetition: options.contains(.repeat) ? .forever : .times(1),
      autoreverses: options.contains(.autoreverse)
    )
  }
}

extension AnimationOptions {
  /// Bits of the curve.
  private static let curveMask = AnimationOptions(rawValue: 3 << 16)

  fileprivate var curve: ViewAnimation.Curve {
    switch intersection(Self.curveMask) {
    case .curveEaseIn: .easeIn
    case .curveEaseOut: .easeOut
    case .curveLinear: .linear
    default: .easeInOut
    }
  }
}

extension Duration {
  /// Seconds of a program; what no duration can be becomes a negative one, of which the timeline tells.
  fileprivate static func seconds(finite seconds: TimeInterval) -> Duration {
    abs(seconds) <= 1e9 ? .seconds(seconds) : .seconds(-1)
  }
}
