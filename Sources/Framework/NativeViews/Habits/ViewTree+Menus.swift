import Foundation

/// A finger that may open a menu by resting.
struct LongPress {
  static let time = Duration.milliseconds(500)
  let pointer: Int
  let end: Duration
}

extension ViewTree {
  /// The menu that is open; the backend shows it, and a test sees it here.
  public var openMenu: OpenMenu? { input.menu }

  /// Does what a secondary click does: opens the menu of the topmost view at a place that has one, or calls its handler.
  func clickSecondarily(at location: CGPoint) -> Bool {
    target(at: location).map { clickSecondarily(on: $0, at: location) } ?? false
  }

  /// Opens the menu of a view, or of the nearest one around it with a menu or a handler.
  func clickSecondarily(on view: NativeView, at location: CGPoint) -> Bool {
    var around: NativeView? = view
    while let view = around {
      around = view.parent
      guard view.offersSecondaryClick, let place = view.convertFromRoot(location) else { continue }
      if let action = view.onSecondaryClick {
        action(place)
        return true
      }
      guard let context = view.contextMenu else { continue }
      let menu = context.make(place)
      guard !menu.isEmpty, view.tree === self else { continue }
      closeMenu()
      if view.isFocusable { focus(view) }
      let open = OpenMenu(menu: menu, location: location, view: view, choose: context.choose)
      input.menu = open
      backend.menuDidChange(to: open)
      return true
    }
    return false
  }

  /// Does what a secondary click on the focused view does, below the view.
  func clickSecondarilyByKey() -> Bool {
    guard let view = focusedView else { return false }
    return clickSecondarily(on: view, at: view.convertToRoot(CGPoint(x: 0, y: view.bounds.height)))
  }

  /// Chooses an item of the open menu, which closes it.
  ///
  /// - Returns: Whether there is such an item that is enabled.
  @discardableResult
  public func chooseMenuItem(_ id: String) -> Bool {
    guard let open = input.menu, let item = open.menu.items.first(where: { $0.id == id }),
      item.isEnabled
    else { return false }
    closeMenu()
    open.choose(id)
    return true
  }

  /// Closes the open menu without a choice.
  public func closeMenu() {
    guard input.menu != nil else { return }
    input.menu = nil
    backend.menuDidChange(to: nil)
  }

  /// Notes a finger that goes down where a menu might open.
  func beginLongPress(_ event: PointerEvent, on view: NativeView) {
    guard event.device == .touchScreen,
      view.nearest(where: { $0.offersSecondaryClick }) != nil
    else { return }
    let end = backend.frames.now + LongPress.time
    input.longPress = LongPress(pointer: event.pointer, end: end)
    setNeedsFrame()
  }

  /// Opens the menu under a finger that has rested long enough.
  func advanceLongPress() {
    guard let press = input.longPress else { return }
    guard let capture = input.captures[press.pointer], capture.isResting else {
      input.longPress = nil
      return
    }
    guard backend.frames.now >= press.end else { return setNeedsFrame() }
    input.longPress = nil
    guard clickSecondarily(at: capture.last.location) else { return }
    // What had begun was no tap.
    input.captures[press.pointer]?.view = nil
    input.captures[press.pointer]?.drag = nil
    capture.view?.touchCancelled(capture.touch(capture.last))
  }
}

extension NativeView {
  fileprivate final var offersSecondaryClick: Bool {
    contextMenu != nil || onSecondaryClick != nil
  }
}

extension InputState.Capture {
  /// Whether a finger is still where it went down.
  fileprivate var isResting: Bool {
    guard let drag, drag.follower == nil else { return false }
    let (x, y) = (last.location.x - down.x, last.location.y - down.y)
    return (x * x + y * y).squareRoot() <= FingerDrag.slop
  }
}
