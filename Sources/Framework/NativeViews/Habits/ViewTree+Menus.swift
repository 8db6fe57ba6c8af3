public import Foundation

/// A finger that may open a menu by resting.
struct LongPress {
  static let time = Duration.milliseconds(500)
  let pointer: Int
  let end: Duration
}

extension ViewTree {
  /// The menu that is open; the backend shows it, and a test sees it here.
  public var openMenu: OpenMenu? { input.menu }

  /// Opens the context menu of the topmost view at a place that has one, as a secondary click does.
  ///
  /// - Parameter location: In the root's coordinates.
  /// - Returns: Whether a menu is open now.
  @discardableResult
  public func openContextMenu(at location: CGPoint) -> Bool {
    guard let hit = target(at: location) else { return false }
    return openContextMenu(of: hit, at: location)
  }

  /// Opens the context menu of a view or of the nearest one around it.
  func openContextMenu(of view: NativeView, at location: CGPoint) -> Bool {
    var around: NativeView? = view
    while let view = around {
      around = view.parent
      guard let context = view.contextMenu, let place = view.convertFromRoot(location) else {
        continue
      }
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

  /// Opens the context menu of the focused view, below the view.
  func openContextMenuByKey() -> Bool {
    guard let view = focusedView else { return false }
    return openContextMenu(of: view, at: view.convertToRoot(CGPoint(x: 0, y: view.bounds.height)))
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
    guard event.device == .touchScreen, view.nearest(where: { $0.contextMenu != nil }) != nil else {
      return
    }
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
    guard openContextMenu(at: capture.last.location) else { return }
    // What had begun was no tap.
    input.captures[press.pointer]?.view = nil
    input.captures[press.pointer]?.drag = nil
    capture.view?.touchCancelled(capture.touch(capture.last))
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
