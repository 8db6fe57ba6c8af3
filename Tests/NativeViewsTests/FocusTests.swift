import Foundation
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Focus` {
  let log = RecordingView.Log()
  let tree = ViewTree(size: CGSize(width: 100, height: 100))
  let box = NativeView()
  let views: [String: RecordingView]

  /// a, a box with b, c and d, and e.
  init() {
    var views: [String: RecordingView] = [:]
    for name in ["a", "b", "c", "d", "e"] {
      let view = RecordingView(name, log)
      view.takesFocus = true
      views[name] = view
      (["b", "c", "d"].contains(name) ? box : tree.root).append(view)
      if name == "a" { tree.root.append(box) }
    }
    self.views = views
  }

  func view(_ name: String) throws -> RecordingView { try #require(views[name]) }

  func tab(_ modifiers: KeyModifiers = []) -> String? {
    tree.handle(.key(KeyEvent(.down, .tab, modifiers: modifiers)))
    return tree.focusedView?.key
  }

  enum Way: CaseIterable {
    case removed, takenAway, hidden, disabled, untouchable, boxRemoved, boxHidden, boxFaded
  }

  @Test(arguments: Way.allCases, [false, true])
  func `tab goes on from where the focused view was`(way: Way, isBackward: Bool) throws {
    let focused = try view("c")
    focused.focus()
    log.lines = []
    switch way {
    case .removed: focused.removeFromParent()
    case .takenAway: NativeView().append(focused)
    case .hidden: focused.isHidden = true
    case .disabled: focused.takesFocus = false
    case .untouchable: focused.isUserInteractionEnabled = false
    case .boxRemoved: box.removeFromParent()
    case .boxHidden: box.isHidden = true
    case .boxFaded: box.alpha = 0
    }
    tree.flush()
    #expect(tree.focusedView == nil && log.lines == ["c focus false"])
    #expect(!tree.handle(.key(KeyEvent(.down, .return))))
    let isBoxGone = [.boxRemoved, .boxHidden, .boxFaded].contains(way)
    let next = isBoxGone ? ["a", "e"] : ["b", "d"]
    #expect(tab(isBackward ? .shift : []) == next[isBackward ? 0 : 1])
  }

  @Test func `a view that can't be used any more asks for the frame in which it loses the focus`()
    throws
  {
    let focused = try view("c")
    focused.focus()
    tree.flush()
    let clock = try #require(tree.backend as? HeadlessBackend).clock
    clock.advance(by: .milliseconds(100))
    box.isUserInteractionEnabled = false
    clock.advance(by: .milliseconds(100))
    #expect(!focused.isFocused)
  }

  @Test func `a view that changes within a frame loses the focus in it`() throws {
    let focused = try view("c")
    focused.focus()
    let end = tree.addUpdate { focused.takesFocus = false }
    tree.flush()
    #expect(!focused.isFocused)
    end()
  }

  @Test func `the place stays where it is while views come, go and move around it`() throws {
    try view("c").focus()
    try view("c").removeFromParent()
    // What stands in front of it goes, and moves behind it.
    try view("b").removeFromParent()
    tree.root.append(try view("a"))
    #expect(tab() == "d")
    tree.focus(nil)
    // In the place of the one that went.
    try view("d").removeFromParent()
    box.append(try view("b"))
    #expect(tab() == "b")
    tree.focus(nil)
    box.removeFromParent()
    tree.root.insert(try view("d"), after: try view("e"))
    #expect(tab() == "e")
    // One that only moves keeps the focus, and is where it is.
    tree.root.insert(try view("e"), after: try view("d"))
    #expect(tree.focusedView?.key == "e")
    #expect(tab() == "a")
    #expect(tab() == "d")
  }

  @Test func `the focus stays in what it is kept in, and leaves what is outside`() throws {
    try view("e").focus()
    tree.findFocusScope = { [box] in box }
    tree.flush()
    #expect(tree.focusedView == nil)
    #expect(try !view("a").focus())
    for name in ["b", "c", "d", "b"] { #expect(tab() == name) }
    #expect(tab(.shift) == "d")
    box.isUserInteractionEnabled = false
    #expect(tab() == "e")
  }
}
