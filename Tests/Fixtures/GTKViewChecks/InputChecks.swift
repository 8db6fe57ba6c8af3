import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

/// A view that counts what the user does.
private final class Target: NativeView {
  var taps: [CGPoint] = []
  var moves = 0
  var scrolled = CGSize.zero
  var keys: [KeyEvent] = []
  var isHovered = false

  override var handlesTouches: Bool { true }
  override var isFocusable: Bool { true }
  override func touchMoved(_ touch: Touch) { moves += 1 }
  override func touchEnded(_ touch: Touch) { if touch.isInside { taps.append(touch.location) } }
  override func hoverDidChange(_ isHovered: Bool) { self.isHovered = isHovered }
  override func key(_ event: KeyEvent) -> Bool {
    keys.append(event)
    return true
  }
  override func scroll(_ event: ScrollEvent) -> Bool {
    scrolled.width += event.delta.width
    scrolled.height += event.delta.height
    return true
  }
}

/// Opens the display for events of mouse and keyboard; without that the check counts as skipped.
@MainActor
func openDevices(_ window: GTKWindow) throws -> (x: Int, y: Int) {
  if let missing = unsafe xtest_open() {
    print("SKIPPED: \(unsafe String(cString: missing))")
    exit(0)
  }
  var (x, y) = (Int32(0), Int32(0))
  try check(unsafe xtest_origin(window.backend.gtkWindow, &x, &y), "the window has no place")
  return (Int(x), Int(y))
}

/// Real clicks, drags, turns of the wheel and hovering come to the views under the mouse.
@MainActor
func checkClicks() throws {
  try runInWindow { window in
    let targets = (0..<20).map { index in
      let target = Target()
      target.frame = CGRect(x: 20 + index % 5 * 70, y: 20 + index / 5 * 60, width: 50, height: 40)
      target.backgroundColor = .blue
      window.root.append(target)
      return target
    }
    await window.drawn()
    let origin = try openDevices(window)
    for target in targets {
      click(origin, Int(target.frame.minX) + 10, Int(target.frame.minY) + 20)
    }
    try await wait(
      for: { targets.allSatisfy { !$0.taps.isEmpty } },
      "\(targets.count { !$0.taps.isEmpty }) of 20 clicks"
    )
    for target in targets {
      try check(
        target.taps == [CGPoint(x: 10, y: 20)],
        "taps at \(target.taps) instead of (10, 20)"
      )
    }
    print("clicks \(targets.count { $0.taps.count == 1 }) of 20")

    let target = targets[0]
    let (left, top) = origin
    xtest_move(Int32(left) + 30, Int32(top) + 30)
    xtest_button(1, true)
    for step in 1...5 { xtest_move(Int32(left) + 30 + Int32(step) * 40, Int32(top) + 30) }
    xtest_button(1, false)
    // Buttons 4 and 5 are the steps of a wheel.
    xtest_move(Int32(left) + 30, Int32(top) + 30)
    for button in [5, 5, 4, 7] as [UInt32] {
      xtest_button(button, true)
      xtest_button(button, false)
    }
    try await wait(
      for: { target.scrolled == CGSize(width: 48, height: 48) },
      "scrolled by \(target.scrolled)"
    )
    try check(target.moves > 0, "a drag has moved nothing")
    try check(target.taps.count == 1, "a drag that ends elsewhere is a tap")
    try check(target.isHovered && !targets[1].isHovered, "hovering")
    // Out of the window.
    xtest_move(Int32(left) + 600, Int32(top) + 500)
    try await wait(for: { !target.isHovered }, "hovering goes on outside of the window")
  }
}

/// Keys come to the focused view, with their modifiers.
@MainActor
func checkKeys() throws {
  try runInWindow { window in
    let target = Target()
    target.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    window.root.append(target)
    await window.drawn()
    let (left, top) = try openDevices(window)
    xtest_move(Int32(left) + 50, Int32(top) + 50)
    unsafe xtest_focus(window.backend.gtkWindow)
    try await Task.sleep(for: .milliseconds(100))
    try check(target.focus(), "the view takes no focus")
    for key: UInt in [0x61, 0xff0d, 0xff51] { press(key) }
    press(0x61, 0xffe1)
    let downs = { target.keys.filter { $0.phase == .down } }
    try await wait(for: { downs().contains { $0.key == .character("A") } }, "\(target.keys)")
    let expected: [KeyEvent.Key] = [.character("a"), .return, .left]
    try check(Array(downs().map(\.key).prefix(3)) == expected, "\(downs())")
    try check(downs().last?.modifiers == .shift, "\(downs())")
    try check(target.keys.contains { $0.phase == .up && $0.key == .return }, "no key went up")
    print("keys \(downs().map(\.key))")
  }
}

/// A GtkEntry is placed by its view, takes keys and clicks from GTK, and keeps its text when it is moved.
@MainActor
func checkForeignWidget() throws {
  try runInWindow { window in
    nonisolated(unsafe) var entry: UnsafeMutableRawPointer?
    // The only reference to the view.
    var views = [
      unsafe ForeignView {
        unsafe entry = checks_entry_new()
        unsafe checks_when_freed(entry) { unsafe freed += 1 }
        return unsafe entry
      }
    ]
    views[0].frame = CGRect(x: 40, y: 50, width: 200, height: 40)
    let (box, other, above) = (NativeView(), NativeView(), Target())
    box.frame = CGRect(x: 10, y: 20, width: 300, height: 200)
    other.frame = CGRect(x: 5, y: 5, width: 300, height: 200)
    above.frame = CGRect(x: 300, y: 0, width: 50, height: 50)
    window.root.append(box)
    window.root.append(other)
    window.root.append(above)
    box.append(views[0])
    await window.drawn()
    @MainActor func place() throws -> [Double] {
      var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
      try check(
        unsafe checks_place(entry, window.backend.gtkWindow, &x, &y, &width, &height),
        "no place"
      )
      return [x, y, width, height]
    }
    try check(try place() == [50, 70, 200, 40], "the entry is at \(try place())")

    let origin = try openDevices(window)
    unsafe xtest_focus(window.backend.gtkWindow)
    click(origin, 100, 90)
    try await Task.sleep(for: .milliseconds(200))
    for key: UInt in [0x68, 0x61, 0x6d] { press(key) }
    try await wait(for: { unsafe String(cString: checks_entry_text(entry)) == "ham" }, "typing")
    try check(above.keys.isEmpty && above.taps.isEmpty, "the views have got what was the entry's")

    // While a transition keeps input from what it is in, it gets neither keys nor clicks; what comes after them says that they came.
    box.beginTransition(endsTouches: true)
    press(0x73)
    xtest_button(1, true)
    xtest_button(1, false)
    click(origin, 325, 25)
    try await wait(for: { !above.taps.isEmpty }, "a click beside it")
    try check(unsafe String(cString: checks_entry_text(entry)) == "ham", "typed in a transition")
    box.endTransition()
    click(origin, 100, 90)
    try await Task.sleep(for: .milliseconds(200))
    press(0x73)
    try await wait(for: { unsafe String(cString: checks_entry_text(entry)) != "ham" }, "typing")
    let typed = unsafe String(cString: checks_entry_text(entry))

    other.append(views[0])
    views[0].frame.size.width = 260
    await window.drawn()
    try check(
      try place() == [45, 55, 260, 40],
      "the entry is at \(try place()) after it was moved"
    )
    views[0].removeFromParent()
    await window.drawn()
    window.root.append(views[0])
    await window.drawn()
    try check(
      unsafe String(cString: checks_entry_text(entry)) == typed,
      "the entry has lost its text"
    )
    try check(unsafe freed == 0, "the entry was freed")
    // Another role is another widget, also of a view that holds one of GTK's, and of one that stands right after that.
    let inner = [NativeView(), NativeView()]
    for view in inner { views[0].append(view) }
    window.tree.flush()
    for view in [inner[0], views[0]] {
      view.accessibilityOverride = Accessibility(role: .textField)
      window.tree.flush()
      let differences = window.backend.differences(from: window.tree, withAllocations: false)
      try check(differences.isEmpty, "after a role has changed: \(differences)")
    }
    await window.drawn()
    try check(
      unsafe String(cString: checks_entry_text(entry)) == typed,
      "the entry has lost its text with its view's role"
    )
    views[0].removeFromParent()
    window.tree.flush()
    views = []
    try await wait(for: { unsafe freed == 1 }, "the entry isn't freed with its view")
  }
  print("a foreign widget is placed, types and goes")
}

/// Number of entries that were freed.
private nonisolated(unsafe) var freed = 0
