import Foundation

/// A content's way after the finger has left it, slower and slower.
///
/// The velocity falls by the same share in the same time, so that all is known in closed form: the same times give the same
/// places, however many frames are between them.
///
/// Source: docs/semantics/ui.md, V6.
struct ScrollGlide {
  /// The velocity falls to 1/e of itself in so many seconds.
  static let timeConstant = 0.5
  /// Points a second below which a content doesn't go on.
  static let least: CGFloat = 50
  /// Points a second.
  static let most: CGFloat = 8_000
  /// Distance in points that is left when it ends.
  private static let rest = 0.5

  private let begin: Duration
  /// The way that the content would go without an end.
  private let way: CGSize
  private var gone = CGSize.zero
  /// Seconds until it ends.
  private let length: Double

  /// Begins with a velocity in points a second.
  ///
  /// - Returns: `nil` for one that is too low.
  init?(_ velocity: CGSize, at time: Duration) {
    let speed = (velocity.width * velocity.width + velocity.height * velocity.height).squareRoot()
    guard speed.isFinite, speed >= Self.least else { return nil }
    let factor = min(1, Self.most / speed) * Self.timeConstant
    begin = time
    way = CGSize(width: velocity.width * factor, height: velocity.height * factor)
    length = Self.timeConstant * log(speed * factor / Self.rest)
  }

  /// Whether it is over at a time.
  func isOver(at time: Duration) -> Bool { (time - begin).inSeconds >= length }

  /// The distance since it was asked before.
  ///
  /// - Parameter time: `nil` for all that is left.
  /// - Returns: The distance in points.
  mutating func advance(to time: Duration?) -> CGSize {
    let seconds = time.map { min(max(($0 - begin).inSeconds, 0), length) } ?? length
    let share = 1 - exp(-seconds / Self.timeConstant)
    let old = gone
    gone = CGSize(width: way.width * share, height: way.height * share)
    return CGSize(width: gone.width - old.width, height: gone.height - old.height)
  }
}
