import Foundation

/// Pointers that are down, the view under the mouse, and the view with the keyboard focus.
@MainActor
final class InputState {
  struct Capture {
    /// The view on which the pointer went down; `nil` if none takes touches.
    var view: NativeView?
    var button: Int
    var start: CGPoint
    var last: PointerEvent
    /// Where the pointer went down, in the root's coordinates.
    var down: CGPoint
    /// Set for a finger.
    var drag: FingerDrag?
  }

  /// By pointer.
  var captures: [Int: Capture] = [:]
  var hovered: NativeView?
  var focused: NativeView?
  /// Where the focus is or was last; `nil` before any view had it.
  var focusPlace: FocusPlace?
  /// Whether the focus moves to the previous view.
  var movesFocusBackward = false
  /// Whether the tab key moves the focus.
  var movesFocusByTab = false
  /// Where the mouse is; `nil` outside of the window.
  var mouse: CGPoint?
  /// What is there, and whether that is known for all places of views.
  var underMouse: NativeView?
  var isPlaced = false
  var pointerShape = PointerShape.arrow
  var menu: OpenMenu?
  var longPress: LongPress?
  /// The view above which files are dragged.
  var dropTarget: NativeView?
  var fileDialog: OpenFileDialog?
  /// The number of the last dialog.
  var fileDialogs = 0
  /// What fingers on a touchpad scroll.
  var scrollTrail: ScrollTrail?
  /// Views with gliding contents; stopped ones stay until the next frame.
  var gliding: [ScrollView] = []

  /// Whether a content is gliding.
  var isGliding: Bool { gliding.contains { $0.isGliding } }

  /// Whether a view follows a finger.
  func isDragged(_ view: NativeView) -> Bool {
    captures.values.contains { $0.drag?.follower === view }
  }

  /// Cancels the pointers of views with a property.
  func releasePointers(where isGone: (NativeView) -> Bool) {
    // Asked before and after each event, when as a rule none is gone.
    let mayBeGone = captures.values.contains { $0.drag != nil || $0.view.map(isGone) == true }
    guard mayBeGone else { return }
    for (pointer, capture) in captures.sorted(by: { $0.key < $1.key }) {
      let follower = captures[pointer]?.drag?.forget(where: isGone)
      let touched = capture.view.flatMap { isGone($0) ? $0 : nil }
      // Nothing follows the pointer until it goes up.
      if touched != nil { captures[pointer]?.view = nil }
      follower?.followingWasCancelled()
      touched?.touchCancelled(capture.touch(capture.last))
    }
  }

  /// Drops views that have left the tree, and notifies them.
  func sweep(_ tree: ViewTree) {
    if let view = hovered, view.tree !== tree {
      hovered = nil
      view.hoverDidChange(false)
    }
    if let view = underMouse, view.tree !== tree { (underMouse, isPlaced) = (nil, false) }
    if let view = focused, view.tree !== tree { tree.focus(nil) }
    if let menu, menu.view.tree !== tree { tree.closeMenu() }
    if let dropTarget, dropTarget.tree !== tree {
      self.dropTarget = nil
      dropTarget.fileDrop?.isOver(false)
    }
    releasePointers { $0.tree !== tree }
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
      device: event.device,
      modifiers: event.modifiers,
      time: event.time
    )
  }
}

extension ViewTree {
  /// Takes the keyboard focus, the mouse and touches from a view and its descendants, though they stay in the tree.
  package func endInput(in view: NativeView) {
    if let focused = focusedView, focused.isDescendant(of: view) { focus(nil) }
    endPointers(in: view)
  }

  /// Takes the mouse and touches from a view and its descendants.
  func endPointers(in view: NativeView) {
    if let hovered = input.hovered, hovered.isDescendant(of: view) {
      input.hovered = nil
      hovered.hoverDidChange(false)
    }
    for scrollView in input.gliding where scrollView.isDescendant(of: view) {
      scrollView.glide = nil
    }
    input.releasePointers { $0.isDescendant(of: view) }
  }
}
