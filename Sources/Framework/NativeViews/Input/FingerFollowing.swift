package import Foundation

/// A view that follows a finger dragged over it, as a scroll view's content does.
///
/// It takes the touch from the view on which it began. All places are in points.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, V6.
@MainActor
package protocol FingerFollowing: NativeView {
  /// Whether the view may follow a finger that goes down at a place in its own coordinates, and its precedence.
  ///
  /// - Returns: `nil` if the view never follows that finger.
  func precedence(at start: CGPoint) -> FingerPrecedence?

  /// Whether moving a finger along an axis by a distance moves something; positive distances are to the right and down.
  func canFollow(along axis: DragAxis, by distance: CGFloat) -> Bool

  /// Whether a finger that reverses along an axis may move something.
  func hasRoom(along axis: DragAxis) -> Bool

  /// Called when the view begins to follow a finger.
  func followingDidBegin()

  /// Called when the finger has moved from one place to another, in the coordinates of the tree's root.
  func follow(from start: CGPoint, to end: CGPoint)

  /// Called when the finger has gone up.
  ///
  /// - Parameter way: The last tenth of a second; `nil` if no time has passed.
  func followingDidEnd(after way: FingerWay?)

  /// Called when the finger or the view was removed: what has begun doesn't count.
  func followingWasCancelled()
}

/// Which of several possible views follows a finger.
package enum FingerPrecedence: Sendable {
  /// The view precedes those in it, as at the edge of a stack of screens.
  case beforeContent
  /// The innermost view precedes.
  case afterContent
}

/// A part of a finger's way, in the coordinates of the tree's root.
package struct FingerWay: Sendable {
  let start: CGPoint
  let end: CGPoint
  /// Above zero.
  let seconds: Double

  /// The velocity in points per second, in a view's coordinates; `nil` if nothing of the tree is visible in it.
  @MainActor
  package func velocity(in view: NativeView) -> CGSize? {
    view.distance(from: start, to: end).map {
      CGSize(width: $0.width / seconds, height: $0.height / seconds)
    }
  }
}

extension NativeView {
  /// The distance of two places of the tree's root in the view's coordinates; `nil` if nothing of the tree is visible in it.
  package final func distance(from start: CGPoint, to end: CGPoint) -> CGSize? {
    guard let start = convertFromRoot(start), let end = convertFromRoot(end) else { return nil }
    return CGSize(width: end.x - start.x, height: end.y - start.y)
  }
}

/// Directions in which a finger is dragged.
package enum DragAxis {
  case horizontal
  case vertical
}
