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

extension ViewTree {
  /// Takes the keyboard focus, the mouse and touches away from a view and what is in it, though they stay in the tree.
  package func endInput(in view: NativeView) {
    if let focused = focusedView, focused.isDescendant(of: view) { focus(nil) }
    if let hovered = input.hovered, hovered.isDescendant(of: view) {
      input.hovered = nil
      hovered.hoverDidChange(false)
    }
    for (pointer, capture) in input.captures.sorted(by: { $0.key < $1.key }) {
      guard let touched = capture.view, touched.isDescendant(of: view) else { continue }
      input.captures[pointer]?.view = nil
      touched.touchCancelled(capture.touch(capture.last))
    }
  }
}
