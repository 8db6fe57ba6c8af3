import Foundation

/// A content's decelerating glide after the finger has left it.
///
/// The velocity decays exponentially, so everything is known in closed form: the same times give the same places, however many frames are
/// between them.
///
/// Source: docs/semantics/ui.md, V6.
struct ScrollGlide {
  /// Seconds in which the velocity falls to 1/e.
  static let timeConstant = 0.5
  /// The lowest velocity of a glide, in points per second.
  static let least: CGFloat = 50
  /// The highest velocity, in points per second.
  static let most: CGFloat = 8_000
  /// The remaining distance in points at which the glide ends.
  private static let rest = 0.5

  private let begin: Duration
  /// The total distance of an endless glide.
  private let way: CGSize
  private var gone = CGSize.zero
  /// Seconds until it ends.
  private let length: Double

  /// Starts with a velocity in points per second.
  ///
  /// - Returns: `nil` if it is too low.
  init?(_ velocity: CGSize, at time: Duration) {
    let speed = (velocity.width * velocity.width + velocity.height * velocity.height).squareRoot()
    guard speed.isFinite, speed >= Self.least else { return nil }
    let factor = min(1, Self.most / speed) * Self.timeConstant
    begin = time
    way = CGSize(width: velocity.width * factor, height: velocity.height * factor)
    length = Self.timeConstant * log(speed * factor / Self.rest)
  }

  func isOver(at time: Duration) -> Bool { (time - begin).inSeconds >= length }

  /// The distance since the last call.
  ///
  /// - Parameter time: `nil` for all that remains.
  /// - Returns: The distance in points.
  mutating func advance(to time: Duration?) -> CGSize {
    let seconds = time.map { min(max(($0 - begin).inSeconds, 0), length) } ?? length
    let share = 1 - exp(-seconds / Self.timeConstant)
    let old = gone
    gone = CGSize(width: way.width * share, height: way.height * share)
    return CGSize(width: gone.width - old.width, height: gone.height - old.height)
  }
}
