import Foundation

/// The way of a mass on a damped spring from 0 to rest at 1, in closed form.
///
/// The spring is as stiff as it has to be for the mass to be within a thousandth of 1 from a given time on, which is how
/// a duration, a damping ratio and a velocity tell all of it.
struct DampedSpring: Hashable, Sendable {
  private static let rest = 0.001

  private let ratio: Double
  private let velocity: Double
  /// Angular frequency without damping, per second.
  let frequency: Double

  /// Finds the spring that is at rest after a time.
  ///
  /// - Parameters:
  ///   - dampingRatio: Above 0; 1 is critical.
  ///   - velocity: At the beginning, in distances a second.
  ///   - duration: In seconds, above 0.
  init(dampingRatio: Double, velocity: Double, duration: Double) {
    (ratio, self.velocity) = (dampingRatio, velocity)
    // The envelope is above `rest` for a soft spring and below it for a stiff one.
    var (soft, stiff) = (1e-6 / duration, 1 / duration)
    while Self.envelope(stiff, ratio, velocity, duration) > Self.rest, stiff * duration < 1e9 {
      stiff *= 2
    }
    for _ in 0..<80 {
      let middle = (soft + stiff) / 2
      if Self.envelope(middle, ratio, velocity, duration) > Self.rest {
        soft = middle
      } else {
        stiff = middle
      }
    }
    frequency = stiff
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

  private enum Damping {
    case under(decay: Double, swing: Double)
    case critical
    case over(slow: Double, fast: Double)

    init(ratio: Double, frequency: Double) {
      // Near to critical the other two divide by almost nothing.
      if abs(ratio - 1) < 1e-4 {
        self = .critical
      } else if ratio < 1 {
        self = .under(decay: ratio * frequency, swing: frequency * (1 - ratio * ratio).squareRoot())
      } else {
        let root = (ratio * ratio - 1).squareRoot()
        // As 1 / (ratio + root), for the difference of two large numbers has few digits.
        self = .over(slow: frequency / (ratio + root), fast: frequency * (ratio + root))
      }
    }
  }

  /// A bound of the distance from rest at a time and after it.
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
