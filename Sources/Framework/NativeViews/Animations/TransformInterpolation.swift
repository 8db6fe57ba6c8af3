import Foundation

/// Interpolates transforms by angle, scales, shear and translation, so that turning views keep their size; the shorter way around.
///
/// A transform without area has no angle: from and to such ones, the numbers themselves are interpolated.
extension AffineTransform: Interpolated {
  static func interpolate(
    from start: AffineTransform,
    to end: AffineTransform,
    by share: Double
  ) -> AffineTransform {
    interpolate(from: start, to: end, at: SpringProgress(share: share, speed: 0))
  }

  static func interpolate(
    from start: AffineTransform,
    to end: AffineTransform,
    at progress: SpringProgress
  ) -> AffineTransform {
    guard let (first, second) = parts(start, end) else {
      let straight = start.vector + difference(from: start, to: end) * progress.share
      return AffineTransform(vector: straight + progress.drift * progress.driftShare)
    }
    return first.moved(to: second, at: progress).transform
  }

  static func velocity(
    from start: AffineTransform,
    to end: AffineTransform,
    at progress: SpringProgress
  ) -> Rates {
    guard let (first, second) = parts(start, end) else {
      return difference(from: start, to: end) * progress.speed
        + progress.drift * progress.driftSpeed
    }
    let rates =
      first.difference(to: second) * progress.speed
      + first.rates(of: progress.drift) * progress.driftSpeed
    return first.moved(to: second, at: progress).velocity(at: rates)
  }

  static func difference(from start: AffineTransform, to end: AffineTransform) -> Rates {
    end.vector - start.vector
  }

  private static func parts(
    _ start: AffineTransform,
    _ end: AffineTransform
  ) -> (TransformParts, TransformParts)? {
    guard let first = TransformParts(start), let second = TransformParts(end),
      first.isMirrored == second.isMirrored
    else { return nil }
    return (first, second)
  }

  private var vector: Rates { [m11, m12, m21, m22, tX, tY, 0, 0] }

  private init(vector numbers: Rates) {
    self.init(
      m11: numbers[0],
      m12: numbers[1],
      m21: numbers[2],
      m22: numbers[3],
      tX: numbers[4],
      tY: numbers[5]
    )
  }
}

/// A transform as a scale, a shear, a rotation and then a translation.
private struct TransformParts {
  /// Angle, horizontal scale, vertical scale (negative if the transform mirrors), shear and translation.
  private var numbers: Rates

  private var angle: Double { numbers[0] }
  private var scaleX: Double { numbers[1] }
  private var scaleY: Double { numbers[2] }
  private var shear: Double { numbers[3] }

  var isMirrored: Bool { scaleY < 0 }

  init?(_ transform: AffineTransform) {
    let scaleX = (transform.m11 * transform.m11 + transform.m12 * transform.m12).squareRoot()
    let area = transform.m11 * transform.m22 - transform.m12 * transform.m21
    guard scaleX > 1e-9, abs(area) > 1e-9, area.isFinite else { return nil }
    let angle = atan2(transform.m12, transform.m11)
    let shear = (transform.m11 * transform.m21 + transform.m12 * transform.m22) / scaleX
    numbers = [angle, scaleX, area / scaleX, shear, transform.tX, transform.tY, 0, 0]
  }

  var transform: AffineTransform {
    let (cosine, sine) = (cos(angle), sin(angle))
    return AffineTransform(
      m11: scaleX * cosine,
      m12: scaleX * sine,
      m21: shear * cosine - scaleY * sine,
      m22: shear * sine + scaleY * cosine,
      tX: numbers[4],
      tY: numbers[5]
    )
  }

  /// The difference of the parts, the shorter way around.
  func difference(to end: TransformParts) -> Rates {
    var difference = end.numbers - numbers
    difference[0] = difference[0].remainder(dividingBy: 2 * .pi)
    return difference
  }

  /// The parts at a place on a spring's path to others.
  func moved(to end: TransformParts, at progress: SpringProgress) -> TransformParts {
    var parts = self
    parts.numbers += difference(to: end) * progress.share
    if progress.driftShare != 0 { parts.numbers += rates(of: progress.drift) * progress.driftShare }
    return parts
  }

  /// How fast the transform's numbers change if the parts change at these rates.
  func velocity(at rates: Rates) -> Rates {
    let (cosine, sine) = (cos(angle), sin(angle))
    let turn = rates[0]
    return [
      rates[1] * cosine - scaleX * sine * turn,
      rates[1] * sine + scaleX * cosine * turn,
      rates[3] * cosine - rates[2] * sine - (shear * sine + scaleY * cosine) * turn,
      rates[3] * sine + rates[2] * cosine + (shear * cosine - scaleY * sine) * turn,
      rates[4], rates[5], 0, 0,
    ]
  }

  /// How fast the parts change if the transform's numbers change at these rates.
  func rates(of velocity: Rates) -> Rates {
    guard velocity != .zero else { return .zero }
    let (cosine, sine) = (cos(angle), sin(angle))
    let turn = (cosine * velocity[1] - sine * velocity[0]) / scaleX
    let a = velocity[2] + turn * (shear * sine + scaleY * cosine)
    let b = velocity[3] - turn * (shear * cosine - scaleY * sine)
    return [
      turn, cosine * velocity[0] + sine * velocity[1], cosine * b - sine * a,
      cosine * a + sine * b, velocity[4], velocity[5], 0, 0,
    ]
  }
}
