import Foundation

/// The path of a mass on a damped spring from 0 to rest at 1, in closed form.
///
/// The spring is as stiff as needed for the mass to stay within a thousandth of 1 from a given time on. So duration, damping ratio and
/// velocity determine it.
struct DampedSpring: Hashable, Sendable {
  private static let rest = 0.001

  let ratio: Double
  private let velocity: Double
  /// Angular frequency without damping, per second.
  let frequency: Double

  /// Finds the spring that rests after a time.
  ///
  /// - Parameters:
  ///   - dampingRatio: Above 0; 1 is critical.
  ///   - velocity: At the start, in distances per second.
  ///   - duration: In seconds, above 0.
  init(dampingRatio: Double, velocity: Double, duration: Double) {
    (ratio, self.velocity) = (dampingRatio, velocity)
    frequency = Self.frequency(duration) { Self.envelope($0, dampingRatio, velocity, duration) }
  }

  /// Finds the spring on which a mass rests after a time, both from rest and from a velocity in either direction.
  init(dampingRatio: Double, anyDirection speed: Double, duration: Double) {
    (ratio, velocity) = (dampingRatio, 0)
    frequency = Self.frequency(duration) {
      max(
        Self.envelope($0, dampingRatio, speed, duration),
        Self.envelope($0, dampingRatio, -speed, duration)
      )
    }
  }

  /// The lowest frequency at which a bound of the distance from rest at a time is small.
  private static func frequency(_ duration: Double, _ envelope: (Double) -> Double) -> Double {
    // The envelope is above `rest` for a soft spring and below it for a stiff one.
    var (soft, stiff) = (1e-6 / duration, 1 / duration)
    while envelope(stiff) > rest, stiff * duration < 1e9 {
      stiff *= 2
    }
    for _ in 0..<80 {
      let middle = (soft + stiff) / 2
      if envelope(middle) > rest {
        soft = middle
      } else {
        stiff = middle
      }
    }
    return stiff
  }

  /// The place at a time, in seconds.
  func position(at time: Double) -> Double {
    switch Damping(ratio: ratio, frequency: frequency) {
    case .under(let decay, let swing):
      let amplitude = (decay - velocity) / swing
      return 1 - exp(-decay * time) * (cos(swing * time) + amplitude * sin(swing * time))
    case .critical:
      return 1 - exp(-frequency * time) * (1 + (frequency - velocity) * time)
    case .over(let slow, let fast):
      let slowPart = (fast - velocity) / (fast - slow)
      return 1 - slowPart * exp(-slow * time) - (1 - slowPart) * exp(-fast * time)
    }
  }

  /// Velocity at a time, in distances per second.
  func speed(at time: Double) -> Double {
    let response = impulse(at: time)
    return frequency * frequency * response.way + velocity * response.speed
  }

  /// The path of a mass that starts at its rest position with a velocity of 1, and its velocity.
  func impulse(at time: Double) -> (way: Double, speed: Double) {
    switch Damping(ratio: ratio, frequency: frequency) {
    case .under(let decay, let swing):
      let (cosine, sine, share) = (cos(swing * time), sin(swing * time), exp(-decay * time))
      return (share * sine / swing, share * (cosine - decay / swing * sine))
    case .critical:
      let share = exp(-frequency * time)
      return (share * time, share * (1 - frequency * time))
    case .over(let slow, let fast):
      let (slowShare, fastShare) = (exp(-slow * time), exp(-fast * time))
      return (
        (slowShare - fastShare) / (fast - slow),
        (fast * fastShare - slow * slowShare) / (fast - slow)
      )
    }
  }

  private enum Damping {
    case under(decay: Double, swing: Double)
    case critical
    case over(slow: Double, fast: Double)

    init(ratio: Double, frequency: Double) {
      // Near critical damping, the other two divide by almost nothing.
      if abs(ratio - 1) < 1e-4 {
        self = .critical
      } else if ratio < 1 {
        self = .under(decay: ratio * frequency, swing: frequency * (1 - ratio * ratio).squareRoot())
      } else {
        let root = (ratio * ratio - 1).squareRoot()
        // As 1 / (ratio + root), since the difference of two large numbers has few digits.
        self = .over(slow: frequency / (ratio + root), fast: frequency * (ratio + root))
      }
    }
  }

  /// A bound of the distance from rest, at a time and later.
  private static func envelope(
    _ frequency: Double,
    _ ratio: Double,
    _ velocity: Double,
    _ time: Double
  ) -> Double {
    switch Damping(ratio: ratio, frequency: frequency) {
    case .under(let decay, let swing):
      let amplitude = (decay - velocity) / swing
      return exp(-decay * time) * (1 + amplitude * amplitude).squareRoot()
    case .critical:
      return exp(-frequency * time) * (1 + abs(frequency - velocity) * time)
    case .over(let slow, let fast):
      let slowPart = (fast - velocity) / (fast - slow)
      return abs(slowPart) * exp(-slow * time) + abs(1 - slowPart) * exp(-fast * time)
    }
  }
}
