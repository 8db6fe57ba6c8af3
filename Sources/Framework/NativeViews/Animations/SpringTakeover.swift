import Foundation

/// How fast each number of a value changes, per second; of a value with fewer numbers the last ones are 0.
typealias Rates = SIMD8<Double>

extension Rates {
  /// The length.
  var norm: Double { (self * self).sum().squareRoot() }
}

/// A spring that goes on with the velocity of the one that it takes over from.
///
/// The way is the sum of two in closed form: that of a mass at rest from the value on the screen to the new one, and that
/// of a mass at the new value which has the velocity. Both are of the same spring, so that the sum obeys it as well, and so
/// numbers of one value may go different ways.
///
/// An object, for it is rare: a track that has none is small and copied often.
///
/// Source: docs/semantics/ui.md, V2.
final class SpringTakeover: Sendable {
  /// Velocity of the value on the screen when the spring began.
  let velocity: Rates
  private let spring: DampedSpring

  /// Finds the spring that is at rest after a time.
  ///
  /// - Parameters:
  ///   - dampingRatio: Above 0; 1 is critical.
  ///   - duration: In seconds, above 0.
  ///   - velocity: Of the value on the screen.
  ///   - distance: From the value on the screen to the new one.
  init(dampingRatio: Double, duration: Double, velocity: Rates, distance: Double) {
    self.velocity = velocity
    // It is to be at rest within a thousandth of the way. Of a way that is short against the velocity that would be a very stiff
    // spring: there, within some millionths of where the velocity would lead.
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

/// Where a spring is on the way from one value to another, and how fast.
struct SpringProgress {
  /// The share of the way, and how much of it is gone a second.
  var share: Double
  var speed: Double
  /// A velocity that is added, and how long it has worked: a time in seconds, and seconds of it per second.
  var drift = Rates.zero
  var driftShare = 0.0
  var driftSpeed = 0.0
}

extension AnimationRun {
  /// What a spring takes over of the animation of a property.
  ///
  /// - Returns: `nil` where either isn't a spring, this one waits or repeats, or nothing moves.
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
