package import Foundation

/// A view that follows a finger which is dragged over it, as a scroll view's content does.
///
/// The touch is taken away from the view on which it began. All places are in points.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, V6.
@MainActor
package protocol FingerFollowing: NativeView {
  /// Whether the view may follow a finger that goes down at a place of its own coordinates, and who comes first.
  ///
  /// - Returns: `nil` for a finger that the view never follows.
  func precedence(at start: CGPoint) -> FingerPrecedence?

  /// Whether a finger moves something, by a distance along an axis; positive ones are to the right and down.
  func canFollow(along axis: DragAxis, by distance: CGFloat) -> Bool

  /// Whether a finger that turns around along an axis may move something.
  func hasRoom(along axis: DragAxis) -> Bool

  /// A finger is followed from now on.
  func followingDidBegin()

  /// The finger has gone from one place to another, in the coordinates of the tree's root.
  func follow(from start: CGPoint, to end: CGPoint)

  /// The finger has gone up.
  ///
  /// - Parameter way: The last tenth of a second; `nil` where no time has passed.
  func followingDidEnd(after way: FingerWay?)

  /// The finger was taken away, or the view was: what has begun doesn't count.
  func followingWasCancelled()
}

/// Who follows a finger of the views around it that all may.
package enum FingerPrecedence: Sendable {
  /// The view before those in it, as at the edge of a stack of screens.
  case beforeContent
  /// The innermost view.
  case afterContent
}

/// A part of a finger's way, in the coordinates of the tree's root.
package struct FingerWay: Sendable {
  let start: CGPoint
  let end: CGPoint
  /// More than zero.
  let seconds: Double

  /// The velocity in points a second, in the coordinates of a view; `nil` where nothing of the tree is seen in it.
  @MainActor
  package func velocity(in view: NativeView) -> CGSize? {
    view.distance(from: start, to: end).map {
      CGSize(width: $0.width / seconds, height: $0.height / seconds)
    }
  }
}

extension NativeView {
  /// How far two places of the tree's root are from each other in the view's coordinates; `nil` where nothing of the tree is seen in it.
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
