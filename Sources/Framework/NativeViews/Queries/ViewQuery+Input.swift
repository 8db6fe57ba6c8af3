public import Foundation

extension ViewQuery {
  /// Taps the one matching view at its centre, and makes a frame.
  ///
  /// The tap takes the way of a user's: if another view is above, that is an error.
  ///
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and can be tapped.
  public func tap() throws(ViewQueryError) {
    try drag(by: .zero, steps: 0)
  }

  /// Drags from the centre of the one matching view, and makes a frame.
  ///
  /// - Parameters:
  ///   - distance: In points.
  ///   - steps: Number of movements.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and can be touched.
  public func drag(by distance: CGSize, steps: Int = 4) throws(ViewQueryError) {
    let start = try touchedPoint(of: enabled())
    var place = start
    func send(_ phase: PointerEvent.Phase) {
      tree.handle(.pointer(PointerEvent(phase, at: place, time: tree.backend.frames.now)))
    }
    send(.down)
    for step in 0..<max(steps, 0) {
      let share = CGFloat(step + 1) / CGFloat(steps)
      place.x = start.x + distance.width * share
      place.y = start.y + distance.height * share
      send(.moved)
    }
    send(.up)
    tree.flush()
  }

  /// Drags a finger from a place on the one matching view, and makes a frame.
  ///
  /// A scrolled content glides on with the finger's velocity while the clock advances, unless the drag took no time.
  ///
  /// - Parameters:
  ///   - place: In the view's coordinates; by default, its centre.
  ///   - distance: In points; contents follow the finger.
  ///   - duration: The time from down to up.
  ///   - steps: Number of movements, at least 1.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and the place is visible and not under another view.
  public func swipe(
    from place: CGPoint? = nil,
    by distance: CGSize,
    over duration: Duration = .milliseconds(100),
    steps: Int = 6
  ) throws(ViewQueryError) {
    let start = try uncoveredPoint(at: place)
    let begin = tree.backend.frames.now
    func send(_ phase: PointerEvent.Phase, _ share: Double) {
      let place = CGPoint(
        x: start.x + distance.width * share,
        y: start.y + distance.height * share
      )
      let time = begin + duration * share
      tree.handle(.pointer(PointerEvent(phase, at: place, device: .touchScreen, time: time)))
    }
    send(.down, 0)
    for step in 0..<max(steps, 1) { send(.moved, Double(step + 1) / Double(max(steps, 1))) }
    send(.up, 1)
    tree.flush()
  }

  /// Turns a wheel over the centre of the one matching view, and makes a frame.
  ///
  /// - Parameter distance: The distance by which contents move to the left and up.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and its centre is visible.
  public func scroll(by distance: CGSize) throws(ViewQueryError) {
    let view = try settled()
    let place = try visiblePoint(of: view)
    tree.handle(.scroll(ScrollEvent(at: place, by: distance)))
    tree.flush()
  }

  /// Scrolls around the one matching view until it is visible, and makes a frame.
  ///
  /// - Throws: ``ViewQueryError`` unless exactly one view matches.
  public func scrollIntoView() throws(ViewQueryError) {
    let view = try one()
    view.revealInScrollViews()
    tree.flush()
  }

  /// Focuses the one matching view, or the first focusable view in it, types, and makes a frame.
  ///
  /// - Parameter text: A newline is the return key, a tab the tab key.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and takes the focus.
  public func type(_ text: String) throws(ViewQueryError) {
    try focus()
    for character in text {
      let key: KeyEvent.Key =
        switch character {
        case " ": .space
        case "\t": .tab
        case _ where character.isNewline: .return
        default: .character(character)
        }
      send(key, [])
    }
    tree.flush()
  }

  /// Focuses the one matching view, or the first focusable view in it, presses a key, and makes a frame.
  ///
  /// - Parameters:
  ///   - key: Goes down and up.
  ///   - modifiers: Modifier keys held meanwhile.
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and takes the focus.
  public func press(_ key: KeyEvent.Key, modifiers: KeyModifiers = []) throws(ViewQueryError) {
    try focus()
    send(key, modifiers)
    tree.flush()
  }

  /// Gives the keyboard focus to the one matching view, or to the first focusable view in it.
  ///
  /// - Throws: ``ViewQueryError`` unless exactly one view matches and takes the focus.
  public func focus() throws(ViewQueryError) {
    let view = try enabled()
    var focusable: NativeView?
    view.traverse { view in
      guard focusable == nil else { return false }
      if view.isFocusable { focusable = view }
      return true
    }
    guard let focusable, tree.focus(focusable) else { throw error(.unfocusable) }
  }

  private func send(_ key: KeyEvent.Key, _ modifiers: KeyModifiers) {
    tree.handle(.key(KeyEvent(.down, key, modifiers: modifiers)))
    tree.handle(.key(KeyEvent(.up, key, modifiers: modifiers)))
  }

  /// The one matching view, if it can be used.
  private func enabled() throws(ViewQueryError) -> NativeView {
    let view = try settled()
    guard view.effectiveAccessibility.isEnabled else { throw error(.disabled) }
    return view
  }

  /// The one matching view, if no transition blocks its input.
  private func settled() throws(ViewQueryError) -> NativeView {
    let view = try one()
    if let moving = view.viewInTransition { throw error(.inTransition(moving.path)) }
    return view
  }

  /// The centre of a view, if touches there reach it.
  private func touchedPoint(of view: NativeView) throws(ViewQueryError) -> CGPoint {
    let place = try visiblePoint(of: view)
    guard let target = view.nearest(where: { $0.handlesTouches }) else { throw error(.untouchable) }
    guard let hit = tree.hitTest(place) else { throw error(.outside) }
    let handler = hit.nearest { $0.handlesTouches }
    // A view in it may handle touches itself, as when a test taps a whole row.
    guard handler === target || handler?.isDescendant(of: view) == true else {
      throw error(.covered(by: hit.path))
    }
    return place
  }

  /// The centre or another place of the one matching view, in the tree's root, if no other view is above it.
  func uncoveredPoint(at place: CGPoint?) throws(ViewQueryError) -> CGPoint {
    let view = try settled()
    let point = try visiblePoint(of: view, at: place)
    guard let hit = tree.hitTest(point) else { throw error(.outside) }
    guard hit.isDescendant(of: view) || view.isDescendant(of: hit) else {
      throw error(.covered(by: hit.path))
    }
    return point
  }

  /// The centre or another place of a view, in the tree's root, if no ancestor clips it.
  private func visiblePoint(
    of view: NativeView,
    at place: CGPoint? = nil
  ) throws(ViewQueryError) -> CGPoint {
    let size = view.presentedFrame.size
    var place = place ?? CGPoint(x: size.width / 2, y: size.height / 2)
    var inner = view
    while let outer = inner.parent {
      place = inner.convertToParent(place)
      let size = outer.presentedFrame.size
      let isInside =
        place.x >= 0 && place.y >= 0 && place.x < size.width && place.y < size.height
      guard isInside || !(outer.clipsToBounds || outer === tree.root) else { throw error(.outside) }
      inner = outer
    }
    return place
  }
}
