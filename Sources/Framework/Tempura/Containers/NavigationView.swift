import Foundation
import NativeViews

/// The view of a navigation controller, which forwards the user's ways to go back.
///
/// Source: docs/semantics/tempura.md, C2.
final class NavigationView: BarContainerView {
  /// Width in points of the left edge where a finger starts to drag the top of the stack away.
  static let edgeWidth: CGFloat = 20

  weak var controller: NavigationController?

  override func treeDidChange() { if tree == nil { controller?.abandonDrag() } }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.phase == .down, event.key == .left, event.modifiers == .alt else { return false }
    guard let controller, controller.viewControllers.count > 1 else { return false }
    controller.goBack()
    return true
  }
}

extension NavigationView: FingerFollowing {
  func precedence(at start: CGPoint) -> FingerPrecedence? {
    start.x < Self.edgeWidth ? .beforeContent : nil
  }

  func canFollow(along axis: DragAxis, by distance: CGFloat) -> Bool {
    axis == .horizontal && distance > 0 && controller?.canDragBack == true
  }

  /// A finger that moves left first makes another gesture.
  func hasRoom(along axis: DragAxis) -> Bool { false }

  func followingDidBegin() { controller?.beginDraggingBack() }

  func follow(from start: CGPoint, to end: CGPoint) {
    if let way = distance(from: start, to: end) { controller?.dragBack(by: way.width) }
  }

  func followingDidEnd(after way: FingerWay?) {
    controller?.endDraggingBack(velocity: way?.velocity(in: self)?.width ?? 0)
  }

  func followingWasCancelled() { controller?.cancelDraggingBack() }
}
