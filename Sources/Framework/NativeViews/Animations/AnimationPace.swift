/// Progress of an animation over the time since its start.
struct AnimationPace: Sendable {
  private enum Shape {
    case linear
    case bezier(CubicBezier)
    case spring(DampedSpring)
  }

  private let shape: Shape
  private let delay: Duration
  private let cycle: Double
  private let autoreverses: Bool
  /// Whether it runs once and not back.
  private let isSingle: Bool
  /// Time of its end; `nil` if it runs forever.
  private let end: Duration?

  /// - Parameter animation: A valid one.
  init(_ animation: ViewAnimation) {
    (delay, autoreverses) = (animation.delay, animation.autoreverses)
    cycle = animation.duration.inSeconds
    isSingle = animation.repetition == .times(1) && !animation.autoreverses
    switch animation.repetition {
    case .times(let count):
      end = animation.delay + animation.duration * (autoreverses ? 2 * count : count)
    case .forever:
      end = animation.duration == .zero ? animation.delay : nil
    }
    shape =
      switch animation.curve {
      case .linear: .linear
      case .easeIn: .bezier(CubicBezier(0.42, 0, 1, 1))
      case .easeOut: .bezier(CubicBezier(0, 0, 0.58, 1))
      case .easeInOut: .bezier(CubicBezier(0.42, 0, 0.58, 1))
      case .cubicBezier(let x1, let y1, let x2, let y2): .bezier(CubicBezier(x1, y1, x2, y2))
      case .spring where cycle == 0: .linear
      case .spring(let ratio, let velocity):
        .spring(DampedSpring(dampingRatio: ratio, velocity: velocity, duration: cycle))
      }
  }

  /// Damping ratio and duration in seconds of a spring without delay that runs once; `nil` for anything else.
  var takingSpring: (ratio: Double, duration: Double)? {
    guard case .spring(let spring) = shape, delay == .zero, isSingle else { return nil }
    return (spring.ratio, cycle)
  }

  /// Place and speed on the spring; `nil` without one.
  func springProgress(at elapsed: Duration) -> SpringProgress? {
    guard case .spring(let spring) = shape, end.map({ elapsed < $0 }) ?? true else { return nil }
    guard elapsed >= delay else { return SpringProgress(share: 0, speed: 0) }
    var time = (elapsed - delay).inSeconds / cycle
    let count = time.rounded(.down)
    time -= count
    let isBackwards = autoreverses && count.truncatingRemainder(dividingBy: 2) == 1
    if isBackwards { time = 1 - time }
    let speed = spring.speed(at: time * cycle)
    return SpringProgress(
      share: spring.position(at: time * cycle),
      speed: isBackwards ? -speed : speed
    )
  }

  /// The progress, which may leave 0...1 meanwhile; `nil` at the end and after it.
  func progress(at elapsed: Duration) -> Double? {
    if let end, elapsed >= end { return nil }
    guard elapsed > delay else { return 0 }
    var time = (elapsed - delay).inSeconds / cycle
    let count = time.rounded(.down)
    time -= count
    if autoreverses, count.truncatingRemainder(dividingBy: 2) == 1 { time = 1 - time }
    switch shape {
    case .linear: return time
    case .bezier(let curve): return curve.value(at: time)
    case .spring(let spring): return spring.position(at: time * cycle)
    }
  }
}

/// A curve from (0, 0) to (1, 1) with two control points, as a function of `x`.
struct CubicBezier: Sendable {
  private let x: (Double, Double, Double)
  private let y: (Double, Double, Double)

  /// - Parameters:
  ///   - x1: From 0 to 1.
  ///   - y1: Finite.
  ///   - x2: From 0 to 1.
  ///   - y2: Finite.
  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    x = Self.coefficients(x1, x2)
    y = Self.coefficients(y1, y2)
  }

  /// The `y` of the point with an `x` from 0 to 1.
  func value(at place: Double) -> Double {
    // `x` never falls along the curve, so bisection always converges; Newton's steps converge faster where the curve isn't steep.
    var (low, high) = (0.0, 1.0)
    var parameter = place
    for _ in 0..<60 {
      let error = Self.polynomial(x, parameter) - place
      if abs(error) < 1e-12 { break }
      if error > 0 { high = parameter } else { low = parameter }
      let slope = (3 * x.0 * parameter + 2 * x.1) * parameter + x.2
      let step = parameter - error / slope
      parameter = step > low && step < high ? step : (low + high) / 2
    }
    return Self.polynomial(y, parameter)
  }

  /// Factors of the third, second and first power.
  private static func coefficients(_ first: Double, _ second: Double) -> (Double, Double, Double) {
    (1 + 3 * first - 3 * second, 3 * second - 6 * first, 3 * first)
  }

  private static func polynomial(
    _ factors: (Double, Double, Double),
    _ parameter: Double
  ) -> Double {
    ((factors.0 * parameter + factors.1) * parameter + factors.2) * parameter
  }
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
