import Foundation

/// A value between two others.
protocol Interpolated: Equatable {
  /// The value at a share of the way from one to another; beyond them where the share is below 0 or above 1.
  static func interpolate(from start: Self, to end: Self, by share: Double) -> Self
}

extension CGFloat: Interpolated {
  static func interpolate(from start: CGFloat, to end: CGFloat, by share: Double) -> CGFloat {
    start + (end - start) * share
  }
}

extension CGRect: Interpolated {
  /// Sides don't get below 0, however far a spring swings.
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

extension Color: Interpolated {
  /// Of colours times their opacity: nothing of a colour that isn't seen is seen on the way.
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

extension AffineTransform: Interpolated {
  /// Of angle, scales, shear and translation, so that what turns keeps its size; the shorter way around.
  ///
  /// Transforms that have no area have no angle: from and to these the numbers themselves are interpolated.
  static func interpolate(
    from start: AffineTransform,
    to end: AffineTransform,
    by share: Double
  ) -> AffineTransform {
    func between(_ start: CGFloat, _ end: CGFloat) -> CGFloat {
      .interpolate(from: start, to: end, by: share)
    }
    let x = between(start.tX, end.tX)
    let y = between(start.tY, end.tY)
    guard let first = TransformParts(start), let second = TransformParts(end),
      first.isMirrored == second.isMirrored
    else {
      return AffineTransform(
        m11: between(start.m11, end.m11),
        m12: between(start.m12, end.m12),
        m21: between(start.m21, end.m21),
        m22: between(start.m22, end.m22),
        tX: x,
        tY: y
      )
    }
    let turn = (second.angle - first.angle).remainder(dividingBy: 2 * .pi)
    let angle = first.angle + turn * share
    let (cosine, sine) = (cos(angle), sin(angle))
    let scaleX = between(first.scaleX, second.scaleX)
    let scaleY = between(first.scaleY, second.scaleY)
    let shear = between(first.shear, second.shear)
    return AffineTransform(
      m11: scaleX * cosine,
      m12: scaleX * sine,
      m21: shear * cosine - scaleY * sine,
      m22: shear * sine + scaleY * cosine,
      tX: x,
      tY: y
    )
  }
}

/// A transform without translation as a scale, a shear and then a turn.
private struct TransformParts {
  let angle: CGFloat
  let scaleX: CGFloat
  /// Below 0 where the transform mirrors.
  let scaleY: CGFloat
  let shear: CGFloat

  var isMirrored: Bool { scaleY < 0 }

  init?(_ transform: AffineTransform) {
    scaleX = (transform.m11 * transform.m11 + transform.m12 * transform.m12).squareRoot()
    let area = transform.m11 * transform.m22 - transform.m12 * transform.m21
    guard scaleX > 1e-9, abs(area) > 1e-9, area.isFinite else { return nil }
    angle = atan2(transform.m12, transform.m11)
    scaleY = area / scaleX
    shear = (transform.m11 * transform.m21 + transform.m12 * transform.m22) / scaleX
  }
}
