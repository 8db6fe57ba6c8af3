import Foundation
import Testing

@testable import NativeViews

/// Writes down what comes to it.
@MainActor
class RecordingView: NativeView {
  final class Log { var lines: [String] = [] }

  let log: Log
  let name: String
  var takesFocus = false
  var usedKeys: Set<KeyEvent.Key> = []
  var scrolls = false
  var onTouch: ((String) -> Void)?

  init(_ name: String, _ log: Log, _ frame: CGRect = CGRect(x: 0, y: 0, width: 10, height: 10)) {
    (self.name, self.log) = (name, log)
    super.init()
    self.frame = frame
    key = name
  }

  private func note(_ what: String, _ touch: Touch) {
    let place = "\(Int(touch.location.x)) \(Int(touch.location.y))"
    log.lines.append("\(name) \(what) \(place)\(touch.isInside ? "" : " outside")")
    onTouch?(what)
  }

  override var handlesTouches: Bool { true }
  override func touchBegan(_ touch: Touch) { note("began", touch) }
  override func touchMoved(_ touch: Touch) { note("moved", touch) }
  override func touchEnded(_ touch: Touch) { note("ended", touch) }
  override func touchCancelled(_ touch: Touch) { note("cancelled", touch) }
  override func hoverDidChange(_ isHovered: Bool) { log.lines.append("\(name) hover \(isHovered)") }
  override func scroll(_ event: ScrollEvent) -> Bool {
    log.lines.append("\(name) scroll")
    return scrolls
  }
  override var isFocusable: Bool { takesFocus }
  override func focusDidChange(_ isFocused: Bool) { log.lines.append("\(name) focus \(isFocused)") }
  override func key(_ event: KeyEvent) -> Bool {
    log.lines.append("\(name) key \(event.key)")
    return usedKeys.contains(event.key)
  }
  override func activate() -> Bool {
    log.lines.append("\(name) activate")
    return true
  }
}

@MainActor @Suite
struct `Input` {
  let log = RecordingView.Log()
  let tree = ViewTree(size: CGSize(width: 100, height: 100))
  let first: RecordingView
  let second: RecordingView

  init() {
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
    pointer: Int = 0,
    button: Int = 1
  ) -> Bool {
    tree.handle(
      .pointer(PointerEvent(phase, at: CGPoint(x: x, y: y), pointer: pointer, button: button))
    )
  }

  @discardableResult
  func key(_ key: KeyEvent.Key, _ modifiers: KeyModifiers = []) -> Bool {
    tree.handle(.key(KeyEvent(.down, key, modifiers: modifiers)))
  }

  @Test
  func `a touch stays with the view on which it began`() {
    let child = NativeView()
    child.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
    first.append(child)
    #expect(pointer(.down, 20, 20))
    pointer(.moved, 55, 15)
    pointer(.moved, 12, 12)
    pointer(.up, 55, 15)
    #expect(
      log.lines == [
        "first began 10 10", "first moved 45 5 outside", "first moved 2 2",
        "first ended 45 5 outside", "second hover true",
      ]
    )
    #expect(!pointer(.down, 90, 90))
    pointer(.moved, 15, 15)
    pointer(.up, 15, 15)
    #expect(log.lines.dropFirst(5) == ["second hover false", "first hover true"])
  }

  @Test
  func `fingers are told apart and other buttons aren't touches`() {
    pointer(.down, 15, 15, pointer: 1)
    pointer(.down, 55, 15, pointer: 2)
    pointer(.moved, 16, 16, pointer: 1)
    pointer(.up, 56, 16, pointer: 2)
    pointer(.cancelled, 0, 0, pointer: 1)
    #expect(
      log.lines == [
        "first began 5 5", "second began 5 5", "first moved 6 6", "second ended 6 6",
        "second hover true", "first cancelled -10 -10 outside",
      ]
    )
    log.lines = []
    pointer(.down, 15, 15, button: 3)
    pointer(.up, 15, 15, button: 3)
    #expect(log.lines == ["second hover false", "first hover true"])
    pointer(.down, 15, 15)
    pointer(.down, 15, 15, button: 3)
    pointer(.up, 15, 15, button: 3)
    pointer(.up, 15, 15)
    #expect(log.lines.dropFirst(2) == ["first began 5 5", "first ended 5 5"])
  }

  @Test
  func `a second down without an up cancels the first, and an up alone is nothing`() {
    pointer(.up, 15, 15)
    pointer(.down, 15, 15)
    pointer(.down, 55, 15)
    #expect(log.lines == ["first began 5 5", "first cancelled 45 5 outside", "second began 5 5"])
  }

  @Test
  func `handlers may remove their own view and change the tree`() {
    first.onTouch = { [tree, first] what in
      guard what == "ended" else { return }
      first.removeFromParent()
      tree.root.removeAllChildren()
      tree.flush()
    }
    pointer(.down, 15, 15)
    pointer(.up, 15, 15)
    #expect(tree.root.children.isEmpty)
    #expect(log.lines == ["first began 5 5", "first ended 5 5"])
    tree.root.append(first)
    first.onTouch = { [first] what in if what == "began" { first.removeFromParent() } }
    log.lines = []
    pointer(.down, 15, 15)
    pointer(.moved, 16, 16)
    pointer(.up, 16, 16)
    #expect(log.lines == ["first began 5 5", "first cancelled 15 15"])
  }

  @Test
  func `a view that is removed under a finger is told by the next frame`() {
    pointer(.moved, 15, 15)
    pointer(.down, 15, 15)
    first.takesFocus = true
    first.focus()
    first.removeFromParent()
    #expect(tree.focusedView == nil)
    tree.flush()
    #expect(
      log.lines == [
        "first hover true", "first began 5 5", "first focus true", "first hover false",
        "first focus false", "first cancelled 15 15",
      ]
    )
    weak var gone: NativeView?
    do {
      let view = RecordingView("third", log, CGRect(x: 10, y: 10, width: 20, height: 20))
      tree.root.append(view)
      pointer(.up, 15, 15)
      view.removeFromParent()
      gone = view
    }
    tree.flush()
    #expect(gone == nil, "hovered views aren't held")
  }

  @Test
  func `input ends in a view that stays, and in nothing else`() {
    let inner = RecordingView("inner", log)
    first.append(inner)
    for view in [inner, second] { view.takesFocus = true }
    pointer(.down, 15, 15, pointer: 1)
    pointer(.down, 55, 15, pointer: 2)
    pointer(.moved, 16, 16)
    inner.focus()
    log.lines = []
    tree.endInput(in: first)
    #expect(log.lines == ["inner focus false", "inner hover false", "inner cancelled 5 5"])
    pointer(.up, 15, 15, pointer: 1)
    pointer(.up, 55, 15, pointer: 2)
    #expect(log.lines.contains("second ended 5 5") && !log.lines.contains("inner ended 5 5"))
  }

  @Test
  func `a wheel scrolls the nearest view that has something to scroll`() {
    first.scrolls = true
    let inner = RecordingView("inner", log)
    first.append(inner)
    #expect(tree.handle(.scroll(ScrollEvent(at: CGPoint(x: 15, y: 15), by: .zero))))
    #expect(log.lines == ["inner scroll", "first scroll"])
    #expect(!tree.handle(.scroll(ScrollEvent(at: CGPoint(x: 55, y: 15), by: .zero))))
  }

  @Test
  func `tab goes through focusable views in the order of the tree`() {
    let inner = RecordingView("inner", log)
    first.append(inner)
    #expect(!key(.tab) && tree.focusedView == nil)
    for view in [first, inner, second] { view.takesFocus = true }
    var order: [String?] = []
    for _ in 0..<4 {
      #expect(key(.tab))
      order.append(tree.focusedView?.key)
    }
    for _ in 0..<2 {
      key(.tab, .shift)
      order.append(tree.focusedView?.key)
    }
    #expect(order == ["first", "inner", "second", "first", "second", "inner"])
    first.isHidden = true
    tree.focus(nil)
    key(.tab, .shift)
    #expect(tree.focusedView === second && !first.focus() && !inner.focus())
    #expect(!key(.tab, .control))
  }

  @Test
  func `keys go from the focused view to the root until one uses them`() {
    let inner = RecordingView("inner", log)
    first.append(inner)
    inner.takesFocus = true
    inner.focus()
    log.lines = []
    first.usedKeys = [.escape, .character("a")]
    #expect(key(.escape) && !key(.character("b")))
    #expect(
      log.lines == ["inner key escape", "first key escape"]
        + ["inner", "first"].map { "\($0) key character(\"b\")" }
    )
    log.lines = []
    #expect(key(.return) && key(.space))
    #expect(
      log.lines == ["inner key return", "inner activate", "inner key space", "inner activate"]
    )
    inner.usedKeys = [.space]
    log.lines = []
    #expect(key(.space) && log.lines == ["inner key space"])
    #expect(!tree.handle(.key(KeyEvent(.up, .return))))
  }

  @Test
  func `a touch focuses a view that takes the focus`() {
    first.takesFocus = true
    pointer(.down, 15, 15)
    pointer(.up, 15, 15)
    #expect(first.isFocused)
    pointer(.down, 55, 15)
    #expect(first.isFocused)
  }

  @Test
  func `a scroll view keeps its offset within the content and takes views along`() {
    let scroll = ScrollView()
    var offsets: [CGFloat] = []
    scroll.onScroll = { [unowned scroll] in offsets.append(scroll.contentOffset.y) }
    scroll.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    scroll.contentSize = CGSize(width: 100, height: 1000)
    tree.root.append(scroll)
    let row = RecordingView("row", log, CGRect(x: 0, y: 500, width: 100, height: 50))
    row.takesFocus = true
    scroll.contentView.append(row)
    let wheel = InputEvent.scroll(
      ScrollEvent(at: CGPoint(x: 5, y: 5), by: CGSize(width: 10, height: 480))
    )
    #expect(tree.handle(wheel) && scroll.contentOffset == CGPoint(x: 0, y: 480))
    #expect(tree.hitTest(CGPoint(x: 50, y: 30)) === row)
    #expect(tree.hitTest(CGPoint(x: 50, y: 10)) === scroll.contentView)
    scroll.contentOffset.y = 5000
    #expect(scroll.contentOffset.y == 900 && !tree.handle(wheel))
    scroll.contentSize.height = 700
    #expect(scroll.contentOffset.y == 600)
    scroll.frame.size.height = 300
    #expect(scroll.contentOffset.y == 400)
    scroll.frame.size.height = 900
    #expect(scroll.contentOffset.y == 0)
    scroll.frame.size.height = 100
    row.focus()
    #expect(scroll.contentOffset.y == 450)
    scroll.reveal(CGRect(x: 0, y: 440, width: 1, height: 300))
    #expect(scroll.contentOffset.y == 440)
    #expect(offsets == [480, 900, 600, 400, 0, 450, 440])
    key(.home)
    key(.pageDown)
    key(.down)
    #expect(scroll.contentOffset.y == 140)
    key(.end)
    #expect(scroll.contentOffset.y == 600 && !key(.down))
  }
}
