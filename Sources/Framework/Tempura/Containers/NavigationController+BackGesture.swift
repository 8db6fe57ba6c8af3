import Foundation
import NativeViews

/// A finger's drag that pops the top of a stack, and the return of a top that it has released.
struct BackDrag {
  let top: AnyViewController
  let below: AnyViewController
  /// How far the finger has gone to the right, in points.
  var distance: CGFloat = 0
  var isReleased = false
}

extension NavigationController {
  /// Points per second above which a released finger's direction decides, not its place.
  private static let decisiveVelocity: CGFloat = 500

  /// Whether a finger may drag the top away: nothing else moves it, and another one is below.
  final var canDragBack: Bool {
    isInteractivePopGestureEnabled && viewControllers.count > 1 && isVisible && !isChanging
      && transition == nil
  }

  /// Shows the controller below the top; the top stays in the stack until the finger decides.
  final func beginDraggingBack() {
    guard canDragBack, let top = topViewController, let below = viewControllers.dropLast().last
    else { return }
    Self.beginChange()
    defer { Self.endChange() }
    backDrag = BackDrag(top: top, below: below)
    transition = RunningTransition { [weak self] in self?.takeBack() }
    // The dragging finger keeps its touch.
    keepInput(endsTouches: false)
    below.beginAppearanceTransition(true, animated: true)
    // The hook may have changed the stack, which ends the drag.
    guard backDrag?.below === below else { return }
    showTop(below)
    container.append(top.rootView)
    placeDragged()
  }

  /// Moves the top with the finger, as far as possible.
  final func dragBack(by distance: CGFloat) {
    guard let drag = backDrag, !drag.isReleased else { return }
    backDrag?.distance += distance
    placeDragged()
  }

  /// Completes or reverts the drag: pops the top if the user dragged far or fast enough and ``shouldPopForUser`` allows it.
  ///
  /// - Parameter velocity: To the right, in points per second.
  final func endDraggingBack(velocity: CGFloat) {
    guard let drag = backDrag, !drag.isReleased else { return }
    backDrag?.isReleased = true
    let isFast = abs(velocity) >= Self.decisiveVelocity
    guard isFast ? velocity > 0 : draggedShare > 0.5, shouldPopForUser?(drag.top) ?? true else {
      return returnDragged()
    }
    // The closure may have changed the stack.
    guard backDrag?.top === drag.top else { return }
    let share = draggedShare
    backDrag = nil
    transition.take()?.handOver()
    change(keeping: viewControllers.count - 1, adding: [], true, after: share, nil)
    userDidPop(drag.top)
  }

  /// Reverts the drag at once, because the finger was cancelled.
  final func cancelDraggingBack() {
    guard let drag = backDrag, !drag.isReleased else { return }
    backDrag?.isReleased = true
    returnDragged()
  }

  /// Ends a drag at once, because its views aren't visible any more.
  final func abandonDrag() { if backDrag != nil { transition?.finish() } }

  /// The fraction of the way that the top has moved, from 0 to 1.
  private var draggedShare: Double {
    let width = container.bounds.width
    guard let backDrag, width > 0 else { return 0 }
    return min(max(backDrag.distance / width, 0), 1)
  }

  private func placeDragged() {
    guard let backDrag else { return }
    let share = draggedShare
    let (top, below) = (backDrag.top.rootView, backDrag.below.rootView)
    top.withoutAnimation { top.transform = placeOnTheRight(share) }
    below.withoutAnimation { below.transform = placeOnTheLeft(1 - share) }
  }

  /// Moves the top back to its place, and then ends the drag.
  private func returnDragged() {
    guard let drag = backDrag, let running = transition else { return }
    let (top, below) = (drag.top.rootView, drag.below.rootView)
    let duration = Self.duration * draggedShare
    top.animate(ViewAnimation(.easeOut, duration: duration)) {
      top.transform = .identity
      below.transform = placeOnTheLeft(1)
    } completion: { _ in
      running.finish()
    }
  }

  /// Ends the drag without a pop: restores everything.
  private func takeBack() {
    guard let drag = backDrag.take() else { return }
    transition = nil
    let (top, below) = (drag.top, drag.below)
    top.viewIfLoaded?.settle()
    below.viewIfLoaded?.settle()
    // If the top has left the stack meanwhile, the other one is the top.
    if topViewController !== below {
      if let view = below.viewIfLoaded, view.parent === container { view.removeFromParent() }
      below.beginAppearanceTransition(false, animated: true)
    }
    below.endAppearanceTransition(animated: true)
  }
}
