import Foundation

/// A value that can be interpolated.
protocol Interpolated: Equatable {
  /// The value at a fraction of the way; a fraction below 0 or above 1 extrapolates.
  static func interpolate(from start: Self, to end: Self, by share: Double) -> Self
  /// The value at a place on a spring's path.
  static func interpolate(from start: Self, to end: Self, at progress: SpringProgress) -> Self
  /// How fast the value's numbers change there.
  static func velocity(from start: Self, to end: Self, at progress: SpringProgress) -> Rates
  /// The difference of two values' numbers.
  static func difference(from start: Self, to end: Self) -> Rates
}

/// A value of a few numbers, interpolated linearly.
protocol StraightlyInterpolated: Interpolated {
  /// The numbers to interpolate.
  var vector: Rates { get }
  /// The value of interpolated numbers.
  static func value(of numbers: Rates, from start: Self, to end: Self) -> Self
  /// The velocity that is seen of interpolated numbers: a value beyond its limits is shown at the limit, where it stands still.
  static func shown(_ velocity: Rates, at numbers: Rates, from start: Self, to end: Self) -> Rates
}

extension StraightlyInterpolated {
  static func interpolate(from start: Self, to end: Self, at progress: SpringProgress) -> Self {
    let straight = start.vector + difference(from: start, to: end) * progress.share
    return value(of: straight + progress.drift * progress.driftShare, from: start, to: end)
  }

  static func velocity(from start: Self, to end: Self, at progress: SpringProgress) -> Rates {
    let straight = start.vector + difference(from: start, to: end) * progress.share
    let numbers = straight + progress.drift * progress.driftShare
    let velocity =
      difference(from: start, to: end) * progress.speed + progress.drift * progress.driftSpeed
    return shown(velocity, at: numbers, from: start, to: end)
  }

  static func shown(_ velocity: Rates, at numbers: Rates, from start: Self, to end: Self) -> Rates {
    let hidden = value(of: numbers, from: start, to: end).vector - numbers
    return velocity.replacing(with: 0, where: hidden * hidden .> 1e-8)
  }

  static func difference(from start: Self, to end: Self) -> Rates { end.vector - start.vector }
}

extension CGFloat: StraightlyInterpolated {
  var vector: Rates { [self, 0, 0, 0, 0, 0, 0, 0] }
  static func value(of numbers: Rates, from start: CGFloat, to end: CGFloat) -> CGFloat {
    numbers[0]
  }

  static func interpolate(from start: CGFloat, to end: CGFloat, by share: Double) -> CGFloat {
    start + (end - start) * share
  }
}

extension CGRect: StraightlyInterpolated {
  var vector: Rates { [origin.x, origin.y, size.width, size.height, 0, 0, 0, 0] }
  static func value(of numbers: Rates, from start: CGRect, to end: CGRect) -> CGRect {
    CGRect(
      x: numbers[0],
      y: numbers[1],
      width: start.size.width >= 0 && end.size.width >= 0 ? max(numbers[2], 0) : numbers[2],
      height: start.size.height >= 0 && end.size.height >= 0 ? max(numbers[3], 0) : numbers[3]
    )
  }

  /// Sides never fall below 0, however far a spring swings.
  static func interpolate(from start: CGRect, to end: CGRect, by share: Double) -> CGRect {
    func side(_ start: CGFloat, _ end: CGFloat) -> CGFloat {
      let side = CGFloat.interpolate(from: start, to: end, by: share)
      return start >= 0 && end >= 0 ? max(side, 0) : side
    }
    return CGRect(
      x: .interpolate(from: start.origin.x, to: end.origin.x, by: share),
      y: .interpolate(from: start.origin.y, to: end.origin.y, by: share),
      width: side(start.size.width, end.size.width),
      height: side(start.size.height, end.size.height)
    )
  }
}

extension Color: StraightlyInterpolated {
  var vector: Rates {
    let alpha = Double(alpha)
    return [
      Double(red) * alpha, Double(green) * alpha, Double(blue) * alpha, alpha, 0, 0, 0, 0,
    ]
  }
  static func value(of numbers: Rates, from start: Color, to end: Color) -> Color {
    let alpha = numbers[3]
    guard alpha > 0 else { return start.alpha == 0 ? end.withAlpha(0) : start.withAlpha(0) }
    return Color(
      red: Float(numbers[0] / alpha),
      green: Float(numbers[1] / alpha),
      blue: Float(numbers[2] / alpha),
      alpha: Float(alpha)
    )
  }

  /// A component at its upper limit moves with the opacity, by which it is multiplied.
  static func shown(
    _ velocity: Rates,
    at numbers: Rates,
    from start: Color,
    to end: Color
  ) -> Rates {
    // Floats of colours are rounded by less.
    let slack = 1e-6
    let alpha = numbers[3]
    guard alpha > 0 else { return .zero }
    let isOpaque = alpha > 1 + slack
    var shown = velocity
    shown[3] = isOpaque ? 0 : velocity[3]
    for index in 0..<3 {
      let share = numbers[index] / alpha
      if share < -slack {
        shown[index] = 0
      } else if share > 1 + slack {
        shown[index] = shown[3]
      } else if isOpaque {
        shown[index] = (velocity[index] - share * velocity[3]) / alpha
      }
    }
    return shown
  }

  /// Interpolates colours multiplied by their opacity: an invisible colour stays invisible on the way.
  static func interpolate(from start: Color, to end: Color, by share: Double) -> Color {
    let share = Float(share)
    let alpha = start.alpha + (end.alpha - start.alpha) * share
    guard alpha > 0 else { return start.alpha == 0 ? end.withAlpha(0) : start.withAlpha(0) }
    func component(_ start: Float, _ startAlpha: Float, _ end: Float, _ endAlpha: Float) -> Float {
      (start * startAlpha + (end * endAlpha - start * startAlpha) * share) / alpha
    }
    return Color(
      red: component(start.red, start.alpha, end.red, end.alpha),
      green: component(start.green, start.alpha, end.green, end.alpha),
      blue: component(start.blue, start.alpha, end.blue, end.alpha),
      alpha: alpha
    )
  }
}
