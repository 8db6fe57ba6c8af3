import Foundation

extension ViewTree {
  /// Lets a view follow a finger that has moved, if one may.
  ///
  /// - Returns: Whether one does.
  func drag(by event: PointerEvent) -> Bool {
    guard var capture = input.captures[event.pointer], var drag = capture.drag else { return false }
    let effect = drag.move(event) { input.isDragged($0) }
    capture.drag = drag
    switch effect {
    case .none:
      input.captures[event.pointer] = capture
      return false
    case .follows(let view, let start):
      input.captures[event.pointer] = capture
      view.follow(from: start, to: event.location)
    case .takes(let view, let start):
      let touched = capture.view.take()
      input.captures[event.pointer] = capture
      if let touched {
        capture.view = touched
        touched.touchCancelled(capture.touch(event))
      }
      // The handler may have done anything.
      guard view.tree === self, input.captures[event.pointer]?.drag?.follower === view else {
        break
      }
      view.followingDidBegin()
      view.follow(from: start, to: event.location)
    }
    return true
  }

  /// Ends a drag: the following view learns that the finger went up.
  ///
  /// - Returns: Whether a view was following.
  func release(_ event: PointerEvent, of capture: InputState.Capture) -> Bool {
    guard var drag = capture.drag, let view = drag.follower else { return false }
    if case .follows(_, let start) = drag.move(event, isTaken: { _ in false }) {
      view.follow(from: start, to: event.location)
    }
    view.followingDidEnd(after: drag.recentWay(until: event.time))
    return true
  }
}
