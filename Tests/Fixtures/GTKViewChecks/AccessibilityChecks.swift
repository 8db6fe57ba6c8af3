import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

/// Roles and names as AT-SPI tells them.
@MainActor
func checkAccessibility() throws {
  try runInWindow { window in
    @MainActor func add(
      _ role: Accessibility.Role,
      _ label: String?,
      to parent: NativeView
    ) -> NativeView {
      let view = NativeView()
      view.frame = CGRect(x: 0, y: 0, width: 50, height: 20)
      view.accessibilityOverride = Accessibility(role: role, label: label)
      parent.append(view)
      return view
    }
    let list = add(.list, "Fruit", to: window.root)
    _ = add(.listItem, "Apple", to: list)
    let changing = add(.listItem, "Pear", to: list)
    let button = add(.button, "Add", to: window.root)
    await window.drawn()
    changing.accessibilityOverride?.label = "Plum"
    button.accessibilityOverride?.role = .checkbox
    await window.drawn()
    let listing = try await told(of: getpid())
    for line in ["list \"Fruit\"", "list item \"Apple\"", "list item \"Plum\"", "checkbox \"Add\""]
    {
      // Versions of GTK write the role with a space or without.
      try check(
        listing.replacing("check box", with: "checkbox").contains(line),
        "AT-SPI doesn't tell of \(line):\n\(listing)"
      )
    }
    let scroller = ScrollView()
    scroller.frame = CGRect(x: 200, y: 100, width: 200, height: 200)
    scroller.contentSize = CGSize(width: 200, height: 44_000_000)
    window.root.append(scroller)
    let row = add(.row, "Far", to: scroller.contentView)
    row.frame.origin.y = 43_999_843
    scroller.contentOffset.y = 44_000_000
    await window.drawn()
    let far = try await told(of: getpid())
    try check(far.contains("\"Far\" [click] at 200,143 50x20"), "a row far down:\n\(far)")
    scroller.removeFromParent()
    try await checkToldTexts(window)
    try await checkFocusAndActions(window)
  }
}

/// A view that can have the focus and be activated.
private final class Pressable: NativeView {
  var activations = 0
  override var isFocusable: Bool { true }
  override func activate() -> Bool {
    activations += 1
    return true
  }
}

/// The keyboard focus is heard by AT-SPI, and what it clicks is activated.
@MainActor
private func checkFocusAndActions(_ window: GTKWindow) async throws {
  _ = try openDevices(window)
  let views = ["Save", "Load", "Plain"].enumerated().map { index, name in
    let view = Pressable()
    view.frame = CGRect(x: 0, y: 40 + index * 30, width: 50, height: 20)
    view.accessibilityOverride = Accessibility(
      role: name == "Plain" ? .none : .button,
      label: name
    )
    window.root.append(view)
    return view
  }
  let (save, load, plain) = (views[0], views[1], views[2])
  await window.drawn()
  unsafe xtest_focus(window.backend.gtkWindow)
  @MainActor func expectFocus(_ name: String?, _ message: String) async throws {
    let end = ContinuousClock.now + .seconds(10)
    var focused: [Substring] = []
    repeat {
      focused = try await told(of: getpid()).split(separator: "\n")
        .filter { $0.contains(" focused") && !$0.contains("frame") }
      if let name, focused.count == 1, focused[0].contains("\"\(name)\"") { return }
      if name == nil, !focused.contains(where: { $0.contains("button") }) { return }
    } while ContinuousClock.now < end
    throw CheckFailure(description: "\(message): AT-SPI tells the focus of \(focused)")
  }
  let unfocused = try window.screenshot()
  try check(save.focus(), "a view takes no focus")
  try await expectFocus("Save", "a focused view")
  press(0xff09)
  try await wait(for: { load.isFocused }, "the tab key")
  try await expectFocus("Load", "the tab key")
  await window.drawn()
  try check(try window.screenshot() == unfocused, "the theme shows the focus")
  // GTK would move it by arrows that no view uses.
  press(0xff52)
  press(0xff0d)
  try await wait(for: { load.activations == 1 }, "the return key after an arrow")
  try await expectFocus("Load", "an arrow")
  load.accessibilityOverride?.role = .link
  window.root.insert(load, after: nil)
  await window.drawn()
  try await expectFocus("Load", "another role and another place")
  let box = NativeView()
  box.frame = CGRect(x: 100, y: 0, width: 100, height: 100)
  window.root.append(box)
  box.append(load)
  await window.drawn()
  try await expectFocus("Load", "another parent")
  plain.focus()
  try await expectFocus("Plain", "a view without role")
  plain.removeFromParent()
  await window.drawn()
  try await expectFocus(nil, "a removed view")
  let typed = save.activations
  press(0xff09)
  try await wait(for: { window.tree.focusedView != nil }, "keys are lost with a removed view")
  // Tab goes on from the place of the removed view, behind "Save".
  try await expectFocus("Load", "the tab key after a removed view")
  press(0xff09, 0xffe1)
  try await wait(for: { save.isFocused }, "shift and the tab key after a removed view")
  try await expectFocus("Save", "shift and the tab key after a removed view")
  try check(save.activations == typed, "a key has activated what hasn't the focus")

  let listing = try await told(of: getpid(), clicking: "Save")
  try check(listing.contains("\"Save\" focused [click]"), "no action of Save:\n\(listing)")
  try check(!listing.contains("list \"Fruit\" ["), "an action of a list:\n\(listing)")
  try await wait(for: { save.activations == typed + 1 }, "clicked \(save.activations) times")
  save.accessibilityOverride?.isEnabled = false
  await window.drawn()
  _ = try await told(of: getpid(), clicking: "Save")
  try check(save.activations == typed + 1, "a disabled view was activated")
  print(listing)
}

/// A field's text, caret and selection are told, and what is typed by AT-SPI comes into it.
@MainActor
private func checkToldTexts(_ window: GTKWindow) async throws {
  let (field, secret) = (TextFieldView(), TextFieldView())
  for (index, view) in [field, secret].enumerated() {
    view.frame = CGRect(x: 100, y: 100 + index * 50, width: 200, height: 40)
    window.root.append(view)
  }
  (field.label, secret.label, secret.isSecure) = ("Drink", "Word", true)
  (field.text, secret.text) = ("grüner Tee", "sesame")
  await window.drawn()
  @MainActor func expect(_ part: String) async throws {
    let listing = try await told(of: getpid())
    try check(listing.contains(part), "AT-SPI doesn't tell of \(part):\n\(listing)")
  }
  try await expect("text \"grüner Tee\" caret 10\n")
  try await expect("text \"\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\" caret 6\n")
  field.editing.selectAll()
  await window.drawn()
  try await expect("text \"grüner Tee\" caret 10 selected 0-10\n")
  // The caret comes to the end of what replaces nothing.
  (field.text, field.text) = ("", "grüner")
  await window.drawn()
  var changes: [String] = []
  field.onChange = { changes.append($0) }
  _ = try await told(of: getpid(), clicking: "Drink", typing: " Tee")
  try await wait(for: { field.text == "grüner Tee" }, "typed by AT-SPI: \(field.text)")
  try check(changes.last == "grüner Tee", "\(changes)")
  await window.drawn()
  // GTK inserts behind the caret.
  try await expect("text \"grüner Tee\" caret 6\n")
  // What the field doesn't take is told again as it is.
  field.filter = .digits
  _ = try await told(of: getpid(), clicking: "Drink", typing: "!")
  await window.drawn()
  try await expect("text \"grüner Tee\" caret")
  try check(field.text == "grüner Tee", field.text)
  for view in [field, secret] { view.removeFromParent() }
}

/// What AT-SPI tells of a process; asked by another one, which the first has to answer meanwhile.
private func told(
  of process: pid_t,
  clicking name: String? = nil,
  typing text: String? = nil
) async throws -> String {
  let lister = Process()
  lister.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  lister.arguments = ["accessible", "\(process)"] + [name, text].compactMap(\.self)
  let output = Pipe()
  lister.standardOutput = output
  try lister.run()
  return await Task.detached {
    String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }.value
}
