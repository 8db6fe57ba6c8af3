import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

/// Keys, dead keys, the clipboard and the mouse edit a text as in any window.
@MainActor
func checkTexts() throws {
  try runInWindow { window in
    let (field, other, area) = (TextFieldView(), TextFieldView(), TextAreaView())
    field.frame = CGRect(x: 20, y: 20, width: 200, height: 40)
    other.frame = CGRect(x: 20, y: 80, width: 200, height: 40)
    area.frame = CGRect(x: 20, y: 140, width: 200, height: 100)
    for view in [field, other, area] {
      view.backgroundColor = .white
      window.root.append(view)
    }
    await window.drawn()
    let origin = try openDevices(window)
    unsafe xtest_focus(window.backend.gtkWindow)
    click(origin, 60, 40)
    try await wait(for: { field.isFocused }, "the focus by a click")
    for key: UInt in [0x68, 0x61, 0x6d] { press(key) }
    press(0x61, 0xffe1)
    try await wait(for: { field.text == "hamA" }, "typed \(field.text)")
    await window.drawn()

    // Shift and left, control and C, end, control and V.
    press(0xff51, 0xffe1)
    press(0x63, 0xffe3)
    press(0xff57)
    press(0x76, 0xffe3)
    try await wait(for: { field.text == "hamAA" }, "pasted \(field.text)")
    press(0x7a, 0xffe3)
    try await wait(for: { field.text == "hamA" }, "undone \(field.text)")

    // A dead accent shows that it waits for its letter.
    xtest_map(0xfe51)
    try await Task.sleep(for: .milliseconds(200))
    press(0xfe51)
    try await wait(for: { field.textInputState?.isComposing == true }, "a dead key")
    try check(field.text == "hamA", "a dead key has typed \(field.text)")
    await window.drawn()
    press(0x65)
    try await wait(for: { field.text == "hamAé" }, "typed \(field.text) by a dead key")
    try check(field.textInputState?.isComposing == false, "it still composes")
    // One that a click ends types nothing later.
    press(0xfe51)
    try await wait(for: { field.textInputState?.isComposing == true }, "a dead key")
    await window.drawn()
    click(origin, 60, 100)
    try await wait(for: { other.isFocused }, "the focus of the other field")
    press(0x65)
    try await wait(for: { other.text == "e" }, "typed \(other.text) after a click")
    try check(field.text == "hamAé", field.text)

    // Tab selects what it comes to, back; and a double click a word.
    press(0xff09, 0xffe1)
    try await wait(for: { field.selectedText == "hamAé" }, "shift and tab: \(field.selectedText)")
    click(origin, 100, 180)
    try await wait(for: { area.isFocused }, "the focus of the area")
    for key: UInt in [0x61, 0x20, 0x62, 0x63, 0xff0d, 0x64] { press(key) }
    try await wait(for: { area.text == "a bc\nd" }, "typed \(area.text)")
    await window.drawn()
    try await Task.sleep(for: .milliseconds(500))
    click(origin, 50, 157)
    try await Task.sleep(for: .milliseconds(50))
    click(origin, 50, 157)
    try await wait(for: { area.selectedText == "bc" }, "a double click: \(area.selectedText)")
    press(0x78, 0xffe3)
    try await wait(for: { area.text == "a \nd" }, "cut \(area.text)")
    print("texts \(field.text), \(other.text), \(area.text)")
  }
}
