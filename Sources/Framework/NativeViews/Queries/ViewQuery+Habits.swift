public import Foundation

extension ViewQuery {
  /// Moves the mouse onto the one matching view, and makes a frame.
  ///
  /// ``ViewTree/pointerShape`` and ``ViewTree/toolTip`` are then those of the place.
  ///
  /// - Parameter place: In the view's coordinates; by default, its centre.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and the place is visible and not under another view.
  public func hover(at place: CGPoint? = nil) throws(ViewQueryError) {
    let point = try uncoveredPoint(at: place)
    tree.handle(.pointer(PointerEvent(.moved, at: point, time: tree.backend.frames.now)))
    tree.flush()
  }

  /// Clicks the one matching view with the secondary mouse button, and makes a frame.
  ///
  /// ``ViewTree/openMenu`` is the menu that it has opened.
  ///
  /// - Parameter place: In the view's coordinates; by default, its centre.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and the place is visible and not under another view.
  public func secondaryClick(at place: CGPoint? = nil) throws(ViewQueryError) {
    let point = try uncoveredPoint(at: place)
    for phase in [PointerEvent.Phase.down, .up] {
      let event = PointerEvent(phase, at: point, button: 3, time: tree.backend.frames.now)
      tree.handle(.pointer(event))
    }
    tree.flush()
  }

  /// Opens the context menu of the one matching view, chooses an item, and makes a frame.
  ///
  /// - Parameter id: The item's id, which is its title by default.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and its menu has such an item that is enabled.
  public func choose(_ id: String) throws(ViewQueryError) {
    try secondaryClick()
    guard let open = tree.openMenu else { throw error(.noMenu) }
    guard tree.chooseMenuItem(id) else {
      tree.closeMenu()
      let others = open.menu.items.map { $0.isEnabled ? $0.id : "\($0.id), disabled" }
      throw error(.noMenuItem(id, others))
    }
    tree.flush()
  }

  /// Drops files on the one matching view, and makes a frame.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - place: In the view's coordinates; by default, its centre.
  /// - Returns: Whether the view, or one around it, takes them.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and the place is visible and not under another view.
  @discardableResult
  public func drop(_ files: [URL], at place: CGPoint? = nil) throws(ViewQueryError) -> Bool {
    let point = try uncoveredPoint(at: place)
    tree.handle(.drop(DropEvent(.moved, at: point)))
    let isTaken = tree.handle(.drop(DropEvent(.dropped(files), at: point)))
    tree.flush()
    return isTaken
  }

  /// Moves two fingers on a touchpad over the centre of the one matching view, lets them go, and makes a frame.
  ///
  /// The scrolled content glides on while the clock advances.
  ///
  /// - Parameters:
  ///   - distance: The distance by which contents move to the left and up.
  ///   - duration: The time of the movement.
  ///   - steps: Number of movements, at least 2.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and its centre is visible.
  public func flick(
    by distance: CGSize,
    over duration: Duration = .milliseconds(100),
    steps: Int = 6
  ) throws(ViewQueryError) {
    let point = try uncoveredPoint(at: nil)
    let (begin, count) = (tree.backend.frames.now, max(steps, 2))
    let step = CGSize(
      width: distance.width / CGFloat(count),
      height: distance.height / CGFloat(count)
    )
    for index in 0..<count {
      let time = begin + duration * (Double(index) / Double(count - 1))
      tree.handle(.scroll(ScrollEvent(at: point, by: step, time: time)))
    }
    tree.handle(.scroll(ScrollEvent(.ended, at: point, by: .zero, time: begin + duration)))
    tree.flush()
  }
}

extension ViewTree {
  /// Presses a shortcut's key with its modifiers, wherever the focus is, and makes a frame.
  ///
  /// - Returns: Whether a view used it.
  @discardableResult
  public func press(_ shortcut: Shortcut) -> Bool {
    let isUsed = handle(.key(KeyEvent(.down, shortcut.key, modifiers: shortcut.modifiers)))
    handle(.key(KeyEvent(.up, shortcut.key, modifiers: shortcut.modifiers)))
    flush()
    return isUsed
  }
}
