import Foundation
import NativeViews

extension AnimationType {
  /// The animation for the views' timeline; `nil` if values change at once.
  var viewAnimation: ViewAnimation? {
    switch self {
    case .none: nil
    case .linear(let duration): Self.animation(.linear, duration)
    case .linearWithOptions(let duration, let options):
      Self.animation(options.curve, duration, options)
    case .linearWithDelay(let duration, let options, let delay):
      Self.animation(options.curve, duration, options, delay)
    case .spring(let duration, let damping, let velocity):
      Self.animation(Self.spring(damping, velocity), duration)
    case .springWithOptions(let duration, let damping, let velocity, let options):
      Self.animation(Self.spring(damping, velocity), duration, options)
    case .springWithDelay(let duration, let damping, let velocity, let options, let delay):
      Self.animation(Self.spring(damping, velocity), duration, options, delay)
    }
  }

  private static func spring(_ damping: CGFloat, _ velocity: CGFloat) -> ViewAnimation.Curve {
    .spring(dampingRatio: Double(damping), initialVelocity: Double(velocity))
  }

  private static func animation(
    _ curve: ViewAnimation.Curve,
    _ duration: TimeInterval,
    _ options: AnimationOptions = [],
    _ delay: TimeInterval = 0
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
  /// Converts seconds; an impossible duration becomes a negative one, which the timeline diagnoses.
  fileprivate static func seconds(finite seconds: TimeInterval) -> Duration {
    abs(seconds) <= 1e9 ? .seconds(seconds) : .seconds(-1)
  }
}
