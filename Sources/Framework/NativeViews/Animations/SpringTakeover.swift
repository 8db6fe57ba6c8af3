import Foundation

/// How fast each number of a value changes, per second; unused trailing numbers are 0.
typealias Rates = SIMD8<Double>

extension Rates {
  /// The length.
  var norm: Double { (self * self).sum().squareRoot() }
}

/// A spring that continues with the velocity of the animation it takes over from.
///
/// Its path is the sum of two in closed form: a mass at rest goes from the value on the screen to the new one, and a mass at the new value
/// has the velocity. Both are on the same spring, so the sum obeys it, too, and the numbers of one value may take different paths.
///
/// An object because it is rare: a track without one stays small, and tracks are copied often.
///
/// Source: docs/semantics/ui.md, V2.
final class SpringTakeover: Sendable {
  /// Velocity of the value on the screen when the spring starts.
  let velocity: Rates
  private let spring: DampedSpring

  /// Finds the spring that rests after a time.
  ///
  /// - Parameters:
  ///   - dampingRatio: Above 0; 1 is critical.
  ///   - duration: In seconds, above 0.
  ///   - velocity: Of the value on the screen.
  ///   - distance: From the value on the screen to the new one.
  init(dampingRatio: Double, duration: Double, velocity: Rates, distance: Double) {
    self.velocity = velocity
    // It must rest within a thousandth of the distance. If that is short relative to the velocity, the spring would become very stiff:
    // there it must rest within some millionths of where the velocity would lead.
    let speed = min(distance > 0 ? velocity.norm / distance : .infinity, 100 / duration)
    spring = DampedSpring(dampingRatio: dampingRatio, anyDirection: speed, duration: duration)
  }

  /// The state at a time, in seconds.
  func progress(at time: Double) -> SpringProgress {
    let response = spring.impulse(at: time)
    return SpringProgress(
      share: spring.position(at: time),
      speed: spring.speed(at: time),
      drift: velocity,
      driftShare: response.way,
      driftSpeed: response.speed
    )
  }
}

/// The place and speed of a spring on its way.
struct SpringProgress {
  /// The fraction of the way, and its change per second.
  var share: Double
  var speed: Double
  /// An added velocity and how long it has worked: a time in seconds, and its change per second.
  var drift = Rates.zero
  var driftShare = 0.0
  var driftSpeed = 0.0
}

extension AnimationRun {
  /// What a spring takes over from a property's running animation.
  ///
  /// - Returns: `nil` unless both are springs, this one neither waits nor repeats, and something moves.
  func takeover<Value: Interpolated>(
    from track: PropertyTrack<Value>,
    to oldTarget: Value,
    now target: Value
  ) -> SpringTakeover? {
    guard let pace, let (ratio, duration) = pace.takingSpring,
      let progress = track.run.springProgress(of: track)
    else { return nil }
    let velocity = Value.velocity(from: track.start, to: oldTarget, at: progress)
    let speed = velocity.norm
    guard speed > 0, speed.isFinite else { return nil }
    return SpringTakeover(
      dampingRatio: ratio,
      duration: duration,
      velocity: velocity,
      distance: Value.difference(from: track.current, to: target).norm
    )
  }

  /// Where a property is in the latest frame; `nil` unless it is on a spring.
  private func springProgress<Value>(of track: PropertyTrack<Value>) -> SpringProgress? {
    let elapsed = latestTime - begin
    if let takeover = track.takeover { return takeover.progress(at: elapsed.inSeconds) }
    return pace?.springProgress(at: elapsed)
  }
}
