import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

/// A view with a menu, which notes what is chosen.
@MainActor
private func menuView(_ chosen: @escaping @MainActor (String) -> Void) -> NativeView {
  let view = NativeView()
  view.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
  let more = Menu([Menu.Item("Deep")])
  view.contextMenu = ContextMenu(
    Menu(sections: [
      [
        Menu.Item("Re_name", id: "rename", shortcut: Shortcut("r")),
        Menu.Item("Pinned", id: "pin", isChecked: true),
        Menu.Item("Gone", isEnabled: false),
      ],
      [Menu.Item("More", submenu: more)],
    ]),
    choose: chosen
  )
  return view
}

/// A secondary click opens a menu of GTK, in which the mouse and keys choose; escape and a click beside it close it.
@MainActor
func checkMenus() throws {
  try runInWindow { window in
    var chosen: [String] = []
    let view = menuView { chosen.append($0) }
    window.root.append(view)
    await window.drawn()
    let (x, y) = try openDevices(window)
    unsafe xtest_focus(window.backend.gtkWindow)
    @MainActor func open() async throws {
      xtest_move(Int32(x + 50), Int32(y + 40))
      xtest_button(3, true)
      xtest_button(3, false)
      try await wait(for: { window.tree.openMenu != nil }, "the menu")
      // GTK maps it, and takes the keyboard.
      try await Task.sleep(for: .milliseconds(400))
    }
    @MainActor func expectEnd(_ count: Int, _ what: String) async throws {
      try await wait(for: { window.tree.openMenu == nil }, "\(what): the menu is still open")
      try check(chosen.count == count, "\(what): chosen is \(chosen)")
    }
    try await open()
    press(0xff0d)
    try await expectEnd(1, "return on the first")
    try await open()
    press(0xff54)
    press(0xff0d)
    try await expectEnd(2, "down and return")
    try check(chosen == ["rename", "pin"], "\(chosen)")
    try await open()
    press(0xff1b)
    try await expectEnd(2, "escape")
    try await open()
    click((x, y), 390, 290)
    try await expectEnd(2, "a click beside it")
    try await open()
    click((x, y), 80, 62)
    try await expectEnd(3, "a click on an item")
    // It goes with its view.
    try await open()
    view.removeFromParent()
    window.tree.flush()
    try await expectEnd(3, "a view that goes")
    print("menus: \(chosen)")
  }
}

/// The mouse pointer has a view's shape, a tool tip is shown, keys of shortcuts come, and files that are dropped.
@MainActor
func checkHabits() throws {
  try runInWindow { window in
    let view = NativeView()
    view.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
    var log: [String] = []
    (view.pointerShape, view.toolTip) = (.hand, "what it is for")
    view.shortcuts = [
      Shortcut("s"): { log.append("save") }, Shortcut(.function(5), []): { log.append("reload") },
      Shortcut("z", [.control, .shift]): { log.append("redo") },
    ]
    view.fileDrop = FileDropTarget { drop in
      log.append("\(drop.files.map(\.path)) at \(Int(drop.location.x)) \(Int(drop.location.y))")
      return true
    }
    window.root.append(view)
    await window.drawn()
    let (x, y) = try openDevices(window)
    unsafe xtest_focus(window.backend.gtkWindow)
    @MainActor func pointer() -> String {
      guard let host = unsafe window.backend.gtkHost, let name = unsafe checks_pointer(host) else {
        return "none"
      }
      return unsafe String(cString: name)
    }
    xtest_move(Int32(x + 300), Int32(y + 200))
    xtest_move(Int32(x + 50), Int32(y + 50))
    try await wait(for: { pointer() == "pointer" }, "the hand; it is \(pointer())")
    try await wait(
      for: { unsafe checks_tool_tip().map { unsafe String(cString: $0) } == "what it is for" },
      "the tool tip"
    )
    xtest_move(Int32(x + 300), Int32(y + 200))
    try await wait(for: { pointer() == "default" }, "the arrow; it is \(pointer())")

    press(0x73, 0xffe3)
    press(0xffc2)
    press(0x7a, 0xffe3, 0xffe1)
    try await wait(for: { log.count == 3 }, "the shortcuts; there are \(log)")
    try check(log == ["save", "reload", "redo"], "\(log)")

    // From another window, as from a program for files.
    unsafe checks_file_window("/tmp/a file.txt", 600, 0)
    try await Task.sleep(for: .milliseconds(500))
    @MainActor func drag(to target: (x: Int, y: Int)) async throws {
      let way = [(650, 100), (660, 110), (690, 140), (500, 120)]
      for (index, place) in way.enumerated() {
        xtest_move(Int32(place.0), Int32(place.1))
        if index == 0 { xtest_button(1, true) }
        try await Task.sleep(for: .milliseconds(100))
      }
      for step in 0..<3 {
        xtest_move(Int32(x + target.x - 2 + step), Int32(y + target.y))
        try await Task.sleep(for: .milliseconds(100))
      }
      xtest_button(1, false)
    }
    try await drag(to: (20, 30))
    try await wait(for: { log.count == 4 }, "the file")
    try check(log.last == "[\"/tmp/a file.txt\"] at 20 30", "\(log)")
    // Beside the view nothing takes it: what comes later says that it would have come.
    try await Task.sleep(for: .milliseconds(500))
    try await drag(to: (300, 200))
    try await Task.sleep(for: .milliseconds(500))
    try await drag(to: (40, 50))
    try await wait(for: { log.count > 4 }, "another file")
    try check(log.last == "[\"/tmp/a file.txt\"] at 40 50" && log.count == 5, "\(log)")
    print("habits: \(log)")
  }
}

/// Dialogs of the desktop answer with files or without; the end of a window is an answer, too.
@MainActor
func checkDialogs() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "dialogs-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try runInWindow { window in
    await window.drawn()
    let filters = [FileDialog.Filter("Texts", extensions: ["txt"]), FileDialog.Filter("All")]
    let name = "a list.txt"
    let save = FileDialog(.save(name: name), title: "Save", filters: filters, folder: folder)
    for accepts in [true, false] {
      let answer = Task { await window.tree.ask(save) }
      try await wait(for: { window.tree.openFileDialog != nil }, "the question")
      // GTK reads the folder meanwhile.
      try await Task.sleep(for: .milliseconds(500))
      try await wait(for: { checks_answer_dialog(accepts) }, "the dialog")
      let files = await answer.value
      let expected = accepts ? [folder.appending(path: name).path] : []
      try check(files.map(\.path) == expected, "the answer is \(files)")
    }
    let open = Task { await window.tree.ask(FileDialog(.openSeveral, title: "Open")) }
    try await wait(for: { window.tree.openFileDialog != nil }, "the question")
    open.cancel()
    try check(await open.value == [], "a cancelled question has an answer")
    try await wait(for: { !checks_answer_dialog(false) }, "the dialog stays")

    let other = try GTKWindow(title: "other", size: CGSize(width: 100, height: 100))
    let last = Task { await other.tree.ask(FileDialog(.openFolder, title: "Folder")) }
    try await wait(for: { other.tree.openFileDialog != nil }, "the question")
    other.close()
    try check(await last.value == [], "the question of a closed window has an answer")
    print("dialogs answer")
  }
}
