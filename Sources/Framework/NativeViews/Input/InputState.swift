import Foundation

/// Pointers that are down, the view under the mouse, and the one with the keyboard focus.
@MainActor
final class InputState {
  struct Capture {
    /// The view on which the pointer went down; `nil` where none takes touches.
    var view: NativeView?
    var button: Int
    var start: CGPoint
    var last: PointerEvent
  }

  /// By pointer.
  var captures: [Int: Capture] = [:]
  var hovered: NativeView?
  var focused: NativeView?

  /// Forgets views that have left the tree, and tells them.
  func sweep(_ tree: ViewTree) {
    if let view = hovered, view.tree !== tree {
      hovered = nil
      view.hoverDidChange(false)
    }
    if let view = focused, view.tree !== tree {
      focused = nil
      view.focusDidChange(false)
    }
    guard !captures.isEmpty else { return }
    for (pointer, capture) in captures.sorted(by: { $0.key < $1.key }) {
      guard let view = capture.view, view.tree !== tree else { continue }
      // What follows until the pointer goes up concerns nobody.
      captures[pointer]?.view = nil
      view.touchCancelled(capture.touch(capture.last))
    }
  }
}

extension InputState.Capture {
  /// The pointer as the view sees it.
  @MainActor
  func touch(_ event: PointerEvent) -> Touch {
    let location = view?.convertFromRoot(event.location)
    return Touch(
      location: location ?? .zero,
      startLocation: start,
      isInside: location.map { view?.isTouched(at: $0) ?? false } ?? false,
      pointer: event.pointer,
      modifiers: event.modifiers,
      time: event.time
    )
  }
}
