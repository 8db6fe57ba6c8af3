import Foundation
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Habits of a desktop` {
  let log = RecordingView.Log()
  let backend = HeadlessBackend()
  let tree: ViewTree
  let first: RecordingView
  let second: RecordingView

  init() {
    tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    first = RecordingView("first", log, CGRect(x: 10, y: 10, width: 20, height: 20))
    second = RecordingView("second", log, CGRect(x: 50, y: 10, width: 20, height: 20))
    tree.root.append(first)
    tree.root.append(second)
  }

  @discardableResult
  func pointer(
    _ phase: PointerEvent.Phase,
    _ x: CGFloat,
    _ y: CGFloat,
    button: Int = 1,
    device: PointerEvent.Device = .mouse
  ) -> Bool {
    let place = CGPoint(x: x, y: y)
    let event = PointerEvent(
      phase,
      at: place,
      button: button,
      device: device,
      time: backend.clock.now
    )
    return tree.handle(.pointer(event))
  }

  // MARK: Pointer

  @Test
  func `the pointer has the shape of the nearest view, also when views move`() throws {
    first.pointerShape = .hand
    let inner = RecordingView("inner", log)
    first.append(inner)
    try tree.view("inner").hover()
    #expect(tree.pointerShape == .hand)
    try tree.view("second").hover()
    #expect(tree.pointerShape == .arrow)
    second.pointerShape = .text
    #expect(tree.pointerShape == .arrow)
    tree.flush()
    #expect(tree.pointerShape == .text)
    log.lines = []
    swap(&first.frame, &second.frame)
    tree.flush()
    #expect(tree.pointerShape == .hand)
    #expect(log.lines == ["second hover false", "first hover true"])
    pointer(.cancelled, 0, 0)
    #expect(tree.pointerShape == .arrow && log.lines.last == "first hover false")
  }

  @Test
  func `what is under a mouse that rests is found whatever has changed it`() throws {
    let cover = NativeView()
    let changes: [(String, (Bool) -> Void)] = [
      ("interaction", { self.first.isUserInteractionEnabled = !$0 }),
      ("visibility", { self.first.isHidden = $0 }),
      ("opacity", { self.first.alpha = $0 ? 0 : 1 }),
      ("place", { self.first.frame.origin.x = $0 ? 40 : 10 }),
      (
        "transform",
        { self.first.transform = $0 ? AffineTransform(translationByX: 30, byY: 0) : .identity }
      ),
      (
        "area",
        { self.first.hitTestInsets = HitTestInsets(top: $0 ? 15 : 0, left: 0, bottom: 0, right: 0) }
      ),
      (
        "a view above", { if $0 { self.tree.root.append(cover) } else { cover.removeFromParent() } }
      ),
      (
        "leaving",
        { if $0 { self.first.removeFromParent() } else { self.tree.root.append(self.first) } }
      ),
    ]
    cover.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    pointer(.moved, 15, 15)
    for (name, change) in changes {
      log.lines = []
      change(true)
      // Also before a frame has shown it.
      pointer(.down, 15, 15)
      pointer(.up, 15, 15)
      #expect(!log.lines.contains { $0.hasPrefix("first began") }, "\(name)")
      tree.flush()
      #expect(log.lines.last == "first hover false", "\(name)")
      change(false)
      tree.flush()
      #expect(log.lines.last == "first hover true", "\(name)")
      // Nothing of this concerns the mouse.
      first.backgroundColor = first.backgroundColor == .red ? .blue : .red
      tree.flush()
      #expect(log.lines.count == 2, "\(name)")
    }
  }

  @Test
  func `what comes under a mouse that is down is found once it is up`() {
    let cover = RecordingView("cover", log, CGRect(x: 0, y: 0, width: 100, height: 100))
    pointer(.moved, 15, 15)
    pointer(.down, 15, 15)
    tree.root.append(cover)
    tree.flush()
    log.lines = []
    pointer(.up, 15, 15)
    #expect(log.lines.contains("cover hover true"), "\(log.lines)")
    pointer(.down, 15, 15)
    #expect(log.lines.contains { $0.hasPrefix("cover began") }, "\(log.lines)")
  }

  @Test
  func `a pointer that is down keeps the shape of the view on which it went down`() {
    first.pointerShape = .grab
    second.pointerShape = .text
    pointer(.down, 15, 15)
    pointer(.moved, 55, 15)
    tree.flush()
    #expect(tree.pointerShape == .arrow, "it has hovered over nothing yet")
    pointer(.up, 15, 15)
    #expect(tree.pointerShape == .grab)
    pointer(.down, 15, 15)
    first.pointerShape = .grabbing
    pointer(.moved, 55, 15)
    tree.flush()
    #expect(tree.pointerShape == .grabbing)
    pointer(.up, 55, 15)
    #expect(tree.pointerShape == .text)
  }

  @Test
  func `a tool tip explains the view under the mouse, or the one around it`() throws {
    #expect(tree.toolTip == nil)
    first.toolTip = "the first"
    let inner = RecordingView("inner", log, CGRect(x: 5, y: 5, width: 5, height: 5))
    first.append(inner)
    try tree.view("inner").hover()
    #expect(tree.toolTip == "the first")
    #expect(tree.toolTip(at: CGPoint(x: 16, y: 16))?.area == first.frame)
    inner.toolTip = ""
    #expect(tree.toolTip == nil, "an empty one hides that of the view around")
    try tree.view("second").hover()
    #expect(tree.toolTip == nil)
  }

  // MARK: Menus

  private static let menu = Menu([Menu.Item("Rename"), Menu.Item("Remove", id: "remove")])

  func giveMenu(_ view: NativeView, _ menu: Menu = Self.menu) {
    view.contextMenu = ContextMenu(menu) { [log, weak view] in
      log.lines.append("\(view?.key ?? "") chose \($0)")
    }
  }

  @Test
  func `a secondary click opens the nearest menu, and a choice closes it`() throws {
    giveMenu(first)
    let inner = RecordingView("inner", log)
    first.append(inner)
    try tree.view("inner").secondaryClick()
    #expect(tree.openMenu?.view === first && tree.openMenu?.location == CGPoint(x: 15, y: 15))
    #expect(log.lines.allSatisfy { !$0.contains("began") })
    #expect(!tree.chooseMenuItem("none") && tree.openMenu != nil)
    #expect(tree.chooseMenuItem("remove") && tree.openMenu == nil)
    try tree.view("inner").choose("Rename")
    let chosen = log.lines.filter { $0.contains("chose") }
    #expect(chosen == ["first chose remove", "first chose Rename"])
    #expect(throws: ViewQueryError.self) { try tree.view("second").choose("Rename") }
    #expect(throws: ViewQueryError.self) { try tree.view("inner").choose("Open") }
    #expect(tree.openMenu == nil)
  }

  @Test
  func `items of submenus are chosen, disabled ones aren't, and no empty menu opens`() throws {
    let menu = Menu(sections: [
      [Menu.Item("Cut", isEnabled: false)], [Menu.Item("More", submenu: Menu([Menu.Item("Deep")]))],
    ])
    #expect(menu.items.map(\.id) == ["Cut", "Deep"])
    giveMenu(first, menu)
    #expect(throws: ViewQueryError.self) { try tree.view("first").choose("Cut") }
    try tree.view("first").choose("Deep")
    #expect(log.lines.last == "first chose Deep")
    first.contextMenu = ContextMenu {
      $0.x < 5 ? Menu([Menu.Item("Left")]) : Menu()
    } choose: { _ in
    }
    try tree.view("first").secondaryClick(at: CGPoint(x: 6, y: 6))
    #expect(tree.openMenu == nil)
    try tree.view("first").secondaryClick(at: CGPoint(x: 4, y: 6))
    #expect(tree.openMenu?.menu.items.map(\.id) == ["Left"])
  }

  @Test
  func `a secondary click may do something else than open a menu`() throws {
    giveMenu(tree.root)
    first.onSecondaryClick = { [log] in log.lines.append("at \(Int($0.x)) \(Int($0.y))") }
    try tree.view("first").secondaryClick(at: CGPoint(x: 3, y: 4))
    #expect(log.lines == ["at 3 4"] && tree.openMenu == nil)
    first.onSecondaryClick = nil
    try tree.view("first").secondaryClick()
    #expect(tree.openMenu?.view === tree.root)
  }

  @Test
  func `a click beside a menu and escape close it and do nothing else`() throws {
    giveMenu(first)
    try tree.view("first").secondaryClick()
    log.lines = []
    pointer(.down, 55, 15)
    pointer(.up, 55, 15)
    #expect(tree.openMenu == nil && log.lines.isEmpty)
    try tree.view("first").secondaryClick()
    second.takesFocus = true
    second.focus()
    log.lines = []
    #expect(tree.press(Shortcut("a", [])) && tree.openMenu != nil)
    tree.press(Shortcut(.escape, []))
    #expect(tree.openMenu == nil && log.lines == ["second key escape"], "it goes up without a menu")
  }

  @Test
  func `a menu closes with its view`() throws {
    giveMenu(first)
    try tree.view("first").secondaryClick()
    first.removeFromParent()
    tree.flush()
    #expect(tree.openMenu == nil)
  }

  @Test
  func `the menu key and shift with F10 open the menu of the focused view`() {
    giveMenu(tree.root)
    first.takesFocus = true
    first.focus()
    for key in [Shortcut(.menu, []), Shortcut(.function(10), .shift)] {
      #expect(tree.press(key))
      #expect(tree.openMenu?.view === tree.root)
      #expect(tree.openMenu?.location == CGPoint(x: 10, y: 30), "below the focused view")
      tree.closeMenu()
    }
    tree.focus(nil)
    #expect(!tree.press(Shortcut(.menu, [])) && tree.openMenu == nil)
  }

  @Test
  func `a finger that rests opens a menu and taps nothing`() {
    giveMenu(first)
    pointer(.down, 15, 15, device: .touchScreen)
    backend.clock.advance(by: .milliseconds(490))
    #expect(tree.openMenu == nil)
    backend.clock.advance(by: .milliseconds(20))
    #expect(tree.openMenu?.view === first)
    pointer(.up, 15, 15, device: .touchScreen)
    #expect(log.lines == ["first began 5 5", "first cancelled 5 5"])
    tree.closeMenu()
    for isMove in [true, false] {
      pointer(.down, 15, 15, device: .touchScreen)
      backend.clock.advance(by: .milliseconds(100))
      pointer(isMove ? .moved : .up, 15, isMove ? 28 : 15, device: .touchScreen)
      backend.clock.advance(by: .seconds(1))
      #expect(tree.openMenu == nil && !backend.clock.isFrameRequested)
      pointer(.up, 15, 28, device: .touchScreen)
    }
  }

  // MARK: Shortcuts

  @Test
  func `a shortcut works wherever the focus is, after the keys of the focused view`() {
    first.takesFocus = true
    second.shortcuts = [Shortcut("s"): { [log] in log.lines.append("save") }]
    #expect(tree.press(Shortcut("s")) && log.lines.last == "save")
    first.focus()
    log.lines = []
    #expect(tree.press(Shortcut("s")) && log.lines.contains("save"))
    first.usedKeys = [.character("s")]
    log.lines = []
    #expect(tree.press(Shortcut("s")) && !log.lines.contains("save"))
    first.usedKeys = []
    first.shortcuts = [Shortcut("s"): { [log] in log.lines.append("own") }]
    #expect(tree.press(Shortcut("s")) && log.lines.contains("own") && !log.lines.contains("save"))
    #expect(!tree.press(Shortcut("s", [.control, .shift])) && !tree.press(Shortcut("s", [])))
  }

  @Test
  func `the topmost usable view has a shortcut, and hidden and disabled ones don't`() {
    for view in [first, second] {
      view.shortcuts = [Shortcut("z"): { [log] in log.lines.append(view.name) }]
    }
    tree.press(Shortcut("z"))
    second.isHidden = true
    tree.press(Shortcut("z"))
    first.accessibilityOverride = Accessibility(isEnabled: false)
    #expect(!tree.press(Shortcut("z")))
    #expect(log.lines == ["second", "first"])
  }

  @Test
  func `letters have no case, and other characters are what is typed`() {
    #expect(Shortcut("Z") == Shortcut("z"))
    let both: KeyModifiers = [.control, .shift]
    let typed = { (key: Character) in
      Shortcut(KeyEvent(.down, .character(key), modifiers: both))
    }
    #expect(typed("Z") == Shortcut("z", both) && typed("+") == Shortcut("+"))
    #expect(Shortcut("z") != Shortcut("z", [.control, .shift]))
    #expect("\(Shortcut("z", [.control, .shift]))" == "Ctrl+Shift+Z")
    #expect("\(Shortcut(.function(5), []))" == "F5")
    #expect("\(Shortcut(.pageUp, .alt))" == "Alt+Page Up")
    #expect("\(Shortcut(.delete, []))" == "Delete")
  }

  // MARK: Files

  @Test
  func `dropped files come to the nearest view that takes them`() throws {
    let files = [URL(filePath: "/tmp/a"), URL(filePath: "/tmp/b")]
    first.fileDrop = FileDropTarget { [log] in
      log.lines.append("over \($0)")
    } take: { [log] in
      let names = $0.files.map(\.lastPathComponent)
      log.lines.append("\(names) at \(Int($0.location.x)) \(Int($0.location.y))")
      return true
    }
    let inner = RecordingView("inner", log)
    first.append(inner)
    #expect(!tree.handle(.drop(DropEvent(.moved, at: CGPoint(x: 55, y: 15)))))
    #expect(tree.handle(.drop(DropEvent(.moved, at: CGPoint(x: 15, y: 15)))))
    #expect(tree.handle(.drop(DropEvent(.moved, at: CGPoint(x: 16, y: 15)))))
    #expect(!tree.handle(.drop(DropEvent(.left))))
    #expect(log.lines == ["over true", "over false"])
    log.lines = []
    #expect(try tree.view("inner").drop(files))
    #expect(log.lines == ["over true", "over false", "[\"a\", \"b\"] at 5 5"])
    #expect(try !tree.view("second").drop(files))
    log.lines = []
    tree.handle(.drop(DropEvent(.moved, at: CGPoint(x: 15, y: 15))))
    first.removeFromParent()
    tree.flush()
    #expect(log.lines == ["over true", "over false"])
  }

  @Test
  func `a dialog for files waits for its answer`() async {
    let save = FileDialog(.save(name: "list.todo"), title: "Save")
    async let chosen = tree.ask(save)
    while tree.openFileDialog == nil { await Task.yield() }
    #expect(tree.openFileDialog == save)
    tree.answerFileDialog([URL(filePath: "/tmp/list.todo")])
    #expect(await chosen == [URL(filePath: "/tmp/list.todo")] && tree.openFileDialog == nil)
  }

  @Test
  func `a dialog ends without files when it or its task is cancelled, and only one is open`() async
  {
    var problems: [String] = []
    tree.onDiagnosis = { problems.append($0.problem) }
    let open = FileDialog(.open, title: "Open")
    async let cancelled = tree.ask(open)
    while tree.openFileDialog == nil { await Task.yield() }
    #expect(await tree.ask(FileDialog(.openFolder, title: "Second")) == [])
    #expect(problems.count == 1 && tree.openFileDialog == open)
    tree.answerFileDialog()
    #expect(await cancelled == [])
    let task = Task { await tree.ask(open) }
    while tree.openFileDialog == nil { await Task.yield() }
    task.cancel()
    #expect(await task.value == [] && tree.openFileDialog == nil)
  }
}
