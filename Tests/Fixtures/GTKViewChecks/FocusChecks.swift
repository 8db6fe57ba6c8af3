import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

private final class Stop: NativeView {
  override var handlesTouches: Bool { true }
  override var isFocusable: Bool { true }
}

/// Tab goes through views and widgets of the application's in the order of the tree, by GTK's events and without GTK.
@MainActor
func checkFocus() throws {
  try runInWindow { window in
    nonisolated(unsafe) var entries: [UnsafeMutableRawPointer?] = unsafe [nil, nil]
    let pair = unsafe ForeignView { unsafe checks_entries_new(&entries) }
    let area = unsafe ForeignView { unsafe checks_area_new() }
    let (first, last) = (Stop(), Stop())
    for (index, view) in [first, pair, area, last].enumerated() {
      view.frame = CGRect(x: 10, y: 10 + index * 50, width: 380, height: 40)
      view.key = ["first", "pair", "area", "last"][index]
      window.root.append(view)
    }
    await window.drawn()
    let origin = try openDevices(window)
    xtest_move(Int32(origin.x) + 395, Int32(origin.y) + 290)
    unsafe xtest_focus(window.backend.gtkWindow)
    try await Task.sleep(for: .milliseconds(100))

    let (tab, shift, control): (UInt, UInt, UInt) = (0xff09, 0xffe1, 0xffe3)
    @MainActor func text(_ entry: Int) -> String {
      unsafe String(cString: checks_entry_text(entries[entry]))
    }
    var typedLetter: UInt = 0x60
    /// Waits for the focus of the tree, and types into the entry that should have GTK's; returns what it has then.
    @MainActor func expect(
      _ view: NativeView?,
      typingInto entry: Int? = nil,
      _ what: String
    ) async throws {
      try await wait(
        for: { window.tree.focusedView === view },
        "\(what): \(window.tree.focusedView?.path ?? "nothing") has the focus"
      )
      // A letter that no entry has lately been given: an entry that tab comes to has its text selected, and the same letter
      // in place of that would not be seen.
      let before = [text(0), text(1)]
      typedLetter = typedLetter == 0x7a ? 0x61 : typedLetter + 1
      let letter = String(UnicodeScalar(UInt8(typedLetter)))
      press(0xffff)
      press(typedLetter)
      if let entry {
        try await wait(
          for: { text(entry).contains(letter) },
          "\(what): \(letter) typed into \(before), which have \([text(0), text(1)])"
        )
      }
      try await Task.sleep(for: .milliseconds(50))
      for other in 0...1 where other != entry {
        try check(text(other) == before[other], "\(what): typed into entry \(other)")
      }
      try check(window.tree.focusedView === view, "\(what): typing moves the focus")
    }

    first.focus()
    try await expect(first, "a focused view")
    press(tab)
    try await expect(pair, typingInto: 0, "tab into the widget")
    press(tab)
    try await expect(pair, typingInto: 1, "tab within the widget")
    press(tab)
    try await expect(last, "tab out of the widget, past one that takes no focus")
    press(tab)
    try await expect(first, "tab around the end")
    press(tab, shift)
    try await expect(last, "back around the end")
    press(tab, shift)
    try await expect(pair, typingInto: 1, "back into the widget")
    press(tab, shift)
    try await expect(pair, typingInto: 0, "back within the widget")
    press(tab, shift)
    try await expect(first, "back out of the widget")

    // A click and the application move GTK's focus, which the tree follows, and the other way around.
    click(origin, 40, 80)
    try await expect(pair, typingInto: 0, "a click on an entry")
    unsafe checks_focus(entries[1])
    try await expect(pair, typingInto: 1, "the application's choice")
    press(tab, control)
    try await expect(last, "control and tab")
    press(tab, shift)
    try await expect(pair, typingInto: 1, "control, shift and tab")
    window.tree.focus(nil)
    try await expect(nil, "no focus")
    press(tab)
    try await expect(last, "tab after no focus")
    pair.focus()
    try await expect(pair, typingInto: 0, "a foreign view that is focused")
    // A press beside the views leaves it.
    click(origin, 395, 290)
    try await expect(nil, "a press elsewhere")
    press(tab, shift)
    try await expect(first, "back after a press elsewhere")

    // What happens to the one with the focus: tab goes on from its place.
    let box = NativeView()
    window.root.append(box)
    let ways: [(String, () -> Void, () -> Void)] = [
      ("hidden", { pair.isHidden = true }, { pair.isHidden = false }),
      (
        "removed", { pair.removeFromParent() },
        { window.root.insert(pair, after: first) }
      ),
      (
        "disabled",
        { for entry in 0...1 { unsafe checks_set_sensitive(entries[entry], false) } },
        { for entry in 0...1 { unsafe checks_set_sensitive(entries[entry], true) } }
      ),
    ]
    for (name, go, comeBack) in ways {
      for (keys, next) in [([tab], last), ([tab, shift], first)] {
        pair.focus()
        await window.drawn()
        try await expect(pair, typingInto: 0, "before it is \(name)")
        go()
        await window.drawn()
        try await expect(nil, "a widget that is \(name)")
        if keys.count > 1 { press(tab, shift) } else { press(tab) }
        try await expect(next, "tab from a widget that is \(name)")
        comeBack()
        await window.drawn()
      }
    }
    // One that moves keeps it.
    pair.focus()
    box.append(pair)
    await window.drawn()
    try await expect(pair, typingInto: 0, "another parent")
    pair.accessibilityOverride = Accessibility(role: .textField)
    await window.drawn()
    try await expect(pair, typingInto: 0, "another role")
  }
  try checkFocusWithoutWindow()
  print("tab goes through views and widgets")
}

@MainActor
private func checkFocusWithoutWindow() throws {
  let tree = ViewTree(size: CGSize(width: 100, height: 100))
  let views = [Stop(), unsafe ForeignView { nil }, Stop()]
  for view in views { tree.root.append(view) }
  for (modifiers, order) in [([], [0, 1, 2, 0, 1]), (KeyModifiers.shift, [0, 2, 1])] {
    for index in order {
      tree.handle(.key(KeyEvent(.down, .tab, modifiers: modifiers)))
      try check(views[index].isFocused, "without GTK: \(tree.focusedView?.path ?? "nothing")")
    }
  }
}
