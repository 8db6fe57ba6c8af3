import Foundation

extension ViewTree {
  /// Hands a user's input to the views it concerns.
  ///
  /// A handler may change the tree in any way, and may remove its own view.
  ///
  /// - Returns: Whether a view took it.
  ///
  /// Source: docs/semantics/ui.md, V4-V7.
  @discardableResult
  public func handle(_ event: InputEvent) -> Bool {
    input.sweep(self)
    defer { input.sweep(self) }
    switch event {
    case .pointer(let event): return handle(event)
    case .scroll(let event): return handle(event)
    case .key(let event): return handle(event)
    case .text(let event):
      settleFocus()
      guard let view = focusedView, view.viewInTransition == nil else { return false }
      return view.textInput(event)
    case .drop(let event): return handle(event)
    }
  }

  /// The view that gets input at a place; `nil` also if a transition blocks input there.
  ///
  /// Complexity: O(1) under a mouse that rests, unless views were placed anew since the last time; else that of ``hitTest(_:)``.
  func target(at point: CGPoint) -> NativeView? {
    let isUnderMouse = point == input.mouse
    if isUnderMouse, input.isPlaced, !notes.placeViews { return input.underMouse }
    let view = hitTest(point).flatMap { $0.viewInTransition == nil ? $0 : nil }
    if isUnderMouse { (input.underMouse, input.isPlaced) = (view, true) }
    return view
  }

  private func handle(_ event: PointerEvent) -> Bool {
    if let capture = input.captures[event.pointer] {
      // Other buttons are ignored while one is down.
      guard event.phase == .moved || event.phase == .cancelled || event.button == capture.button
      else { return capture.view != nil }
      switch event.phase {
      case .down:
        // It went up unobserved.
        cancel(event)
        return begin(event)
      case .moved:
        input.captures[event.pointer]?.last = event
        if drag(by: event) { return true }
        capture.view?.touchMoved(capture.touch(event))
      case .up:
        input.captures[event.pointer] = nil
        if release(event, of: capture) { return true }
        capture.view?.touchEnded(capture.touch(event))
        hover(event)
      case .cancelled: cancel(event)
      }
      return capture.view != nil
    }
    switch event.phase {
    case .down where openMenu != nil:
      // As on desktops, a click beside a menu only closes it.
      closeMenu()
      return true
    case .down: return begin(event)
    case .moved: hover(event)
    case .cancelled: hover(nil)
    case .up: break
    }
    return input.hovered != nil
  }

  private func begin(_ event: PointerEvent) -> Bool {
    if event.button == 3, clickSecondarily(at: event.location) { return true }
    let hit = event.button == 1 ? target(at: event.location) : nil
    let view = hit?.nearest { $0.handlesTouches }
    var capture = InputState.Capture(
      view: view,
      button: event.button,
      start: .zero,
      last: event,
      down: event.location
    )
    if let hit {
      beginLongPress(event, on: hit)
      let stopped = stopScrolling(under: hit, by: event.device)
      if event.device == .touchScreen {
        capture.drag = FingerDrag(event, on: hit)
        if let stopped {
          // It has stopped a content, and taps nothing in it.
          capture.drag?.begin(stopped)
          capture.view = nil
          input.captures[event.pointer] = capture
          return true
        }
      }
    }
    capture.start = view?.convertFromRoot(event.location) ?? .zero
    input.captures[event.pointer] = capture
    guard let view else { return false }
    if view.isFocusable { focus(view) }
    guard view.tree === self else { return true }
    view.touchBegan(capture.touch(event))
    return true
  }

  private func cancel(_ event: PointerEvent) {
    guard let capture = input.captures.removeValue(forKey: event.pointer) else { return }
    capture.drag?.follower?.followingWasCancelled()
    capture.view?.touchCancelled(capture.touch(event))
  }

  private func hover(_ event: PointerEvent?) {
    if event?.device == .touchScreen { return }
    if event?.location != input.mouse { (input.mouse, input.isPlaced) = (event?.location, false) }
    settlePointer()
    if let event { showScrollBars(around: event.location) }
  }

  // MARK: Keyboard

  private func handle(_ event: KeyEvent) -> Bool {
    settleFocus()
    if openMenu != nil {
      if event.key == .escape, event.phase == .down { closeMenu() }
      return true
    }
    var view = focusedView ?? viewForUnfocusedKeys
    guard view.viewInTransition == nil else { return true }
    if view.key(event) || view.performShortcut(event) { return true }
    if event.phase == .down, event.key == .return || event.key == .space, view === focusedView,
      view.activate()
    {
      return true
    }
    while let parent = view.parent {
      view = parent
      if view.key(event) || view.performShortcut(event) { return true }
    }
    guard event.phase == .down else { return false }
    if performShortcut(event) { return true }
    let opensMenu = event.key == .menu || event.key == .function(10) && event.modifiers == .shift
    if opensMenu { return clickSecondarilyByKey() }
    guard event.key == .tab, event.modifiers.isSubset(of: .shift) else {
      return false
    }
    input.movesFocusByTab = true
    defer { input.movesFocusByTab = false }
    return event.modifiers.contains(.shift) ? focusPrevious() : focusNext()
  }

  /// The view that gets keys while none has the focus.
  private var viewForUnfocusedKeys: NativeView {
    guard let view = findViewForUnfocusedKeys?(), view.tree === self, view.canBeUsed else {
      return root
    }
    return view
  }
}
