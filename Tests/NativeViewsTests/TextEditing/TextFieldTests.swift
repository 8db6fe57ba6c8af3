import Foundation
import Testing

@testable import NativeViews

@MainActor @Suite
struct `A text field` {
  let clock = ManualFrameSource()
  let tree: ViewTree
  let field = TextFieldView()
  let log = Log()

  final class Log {
    var lines: [String] = []
  }

  init() {
    tree = ViewTree(size: CGSize(width: 200, height: 100), backend: HeadlessBackend(clock: clock))
    field.frame = CGRect(x: 0, y: 0, width: 120, height: 40)
    field.placeholder = "Name"
    // A letter is 6 points wide.
    field.font = .systemFont(ofSize: 10)
    tree.root.append(field)
    field.onChange = { [log] in log.lines.append($0) }
  }

  private var query: ViewQuery { tree.textField("Name") }
  private var head: Int { field.editing.editor.selection.head.column }

  private func drawn() -> [DrawingCommand] {
    var list = DisplayList()
    field.draw(into: &list)
    guard case .clip(_, _, let inner)? = list.commands.first else { return [] }
    return inner.commands
  }

  private func pointer(_ phase: PointerEvent.Phase, _ x: CGFloat, _ modifiers: KeyModifiers = []) {
    let place = CGPoint(x: x, y: 20)
    tree.handle(.pointer(PointerEvent(phase, at: place, modifiers: modifiers, time: clock.now)))
  }

  private func click(_ x: CGFloat, _ modifiers: KeyModifiers = []) {
    clock.advance(by: .milliseconds(100))
    pointer(.down, x, modifiers)
    pointer(.up, x, modifiers)
    tree.flush()
  }

  @Test func `keys of a desktop's field move, select, delete and undo`() throws {
    try query.type("Tea pot")
    #expect(log.lines.last == "Tea pot" && log.lines.count == 7)
    try query.press(.backspace, modifiers: .control)
    #expect(field.text == "Tea ")
    try query.press(.character("z"), modifiers: .control)
    #expect(field.text == "Tea pot")
    try query.press(.character("Z"), modifiers: [.control, .shift])
    #expect(field.text == "Tea ")
    try query.press(.character("z"), modifiers: .control)
    try query.press(.home)
    try query.press(.right, modifiers: [.control, .shift])
    #expect(field.selectedText == "Tea")
    try query.press(.left)
    #expect(head == 0)
    try query.press(.right, modifiers: .shift)
    try query.press(.character("x"), modifiers: .control)
    #expect(field.text == "ea pot")
    try query.press(.end)
    try query.press(.character("v"), modifiers: .control)
    #expect(field.text == "ea potT")
    try query.press(.character("a"), modifiers: .control)
    try query.press(.character("c"), modifiers: .control)
    #expect((tree.clipboard as? MemoryClipboard)?.text == "ea potT")
    try query.press(.delete)
    #expect(field.text.isEmpty)
    try query.paste("two\nlines")
    #expect(field.text == "two lines")
    // What a field doesn't use is for others.
    #expect(!tree.handle(.key(KeyEvent(.down, .up))))
    #expect(!tree.handle(.key(KeyEvent(.down, .character("s"), modifiers: .control))))
    #expect(!tree.handle(.key(KeyEvent(.down, .return))))
    field.onCommit = { [log] in log.lines.append("commit \($0)") }
    try query.type("\n")
    #expect(log.lines.last == "commit two lines")
  }

  @Test func `clicks set the caret, select a word, and all; a drag selects`() {
    field.text = "Hello big world"
    // 8 points of padding, letters of 6.
    click(8 + 6 * 7 + 1)
    #expect(head == 7 && field.selectedText.isEmpty)
    click(8 + 6 * 7 + 1)
    #expect(field.selectedText == "big")
    click(8 + 6 * 7 + 1)
    #expect(field.selectedText == "Hello big world")
    clock.advance(by: .seconds(1))
    click(8)
    click(8 + 6 * 5, .shift)
    #expect(field.selectedText == "Hello")
    clock.advance(by: .seconds(1))
    pointer(.down, 8 + 6 * 3)
    pointer(.moved, 8 + 6 * 1)
    #expect(field.selectedText == "el")
    pointer(.up, 8 + 6 * 1)
    // By words, if it begins with a double click.
    clock.advance(by: .seconds(1))
    click(8 + 6 * 7)
    clock.advance(by: .milliseconds(100))
    pointer(.down, 8 + 6 * 7)
    pointer(.moved, 8 + 6 * 12)
    #expect(field.selectedText == "big world")
    pointer(.moved, 8 + 6 * 2)
    #expect(field.selectedText == "Hello big")
  }

  @Test func `a dead key and an input method compose before they type`() throws {
    try query.type("ab")
    try query.press(.left)
    try query.input(.composed("´", caret: 2))
    #expect(field.text == "ab" && log.lines.last == "ab")
    let texts = drawn().compactMap { command -> AttributedText? in
      if case .text(let block, _) = command { block.text } else { nil }
    }
    #expect(texts.map(\.string) == ["a´b"])
    #expect(texts.first?.spans.map(\.range) == [1..<3])
    #expect(field.textInputState?.isComposing == true)
    try query.input(.committed("é"))
    #expect(field.text == "aéb" && log.lines.last == "aéb")
    #expect(field.textInputState?.cursor == 3)
    try query.input(.composed("ni", caret: 2))
    try query.press(.escape)
    #expect(field.textInputState?.isComposing == false)
    try query.input(.deleted(before: 1, after: 1))
    #expect(field.text == "a")
    // The caret is told where it is shown: 8 of padding and a letter.
    #expect(field.textInputState?.caret.minX == 14)
  }

  @Test func `keys that come while a state is on its way stay`() throws {
    try query.type("ab")
    field.show("a")
    #expect(field.text == "ab")
    try query.type("c")
    field.show("ab")
    field.show("abc")
    #expect(field.text == "abc")
    // Another text than any that was typed is the owner's will.
    field.show("")
    #expect(field.text.isEmpty)
    try query.type("x")
    field.show("")
    #expect(field.text == "x")
    // A state that keeps its text refuses what was typed, at the latest when the field is left.
    tree.focus(nil)
    #expect(field.text.isEmpty)
    // Within the handler it does so at once.
    field.onChange = { [field] in field.show(String($0.prefix(2))) }
    try query.type("wxyz")
    #expect(field.text == "wx")
    field.text = ""
    #expect(field.text.isEmpty)
  }

  @Test func `dots stand for a secret, which nobody can copy`() throws {
    field.isSecure = true
    try query.type("öl👍🏽")
    #expect(field.text == "öl👍🏽")
    #expect(field.accessibility.value == "•••" && field.accessibility.editing?.caret == 3)
    #expect(!tree.root.renderedText().contains("öl") && !tree.root.renderedJSON().contains("öl"))
    #expect(field.textInputState?.purpose == .password && field.textInputState?.line == "")
    try query.press(.character("a"), modifiers: .control)
    try query.press(.character("x"), modifiers: .control)
    #expect(field.text == "öl👍🏽" && (tree.clipboard as? MemoryClipboard)?.text == nil)
    try query.press(.home)
    try query.press(.right)
    #expect(head == 2)
    try query.press(.delete)
    #expect(field.text == "ö👍🏽")
  }

  @Test func `the tab key selects what it comes to, and leaves it`() throws {
    let other = TextFieldView()
    other.frame = CGRect(x: 0, y: 50, width: 120, height: 40)
    other.text = "Milk"
    tree.root.append(other)
    try query.type("Tea\t")
    #expect(other.isFocused && other.selectedText == "Milk")
    tree.handle(.key(KeyEvent(.down, .tab, modifiers: .shift)))
    #expect(field.isFocused && field.selectedText == "Tea")
    other.isEnabled = false
    #expect(!other.focus())
    tree.focus(nil)
    field.focus()
    #expect(field.selectedText == "Tea")
  }

  @Test func `a long text scrolls to its caret, and a caret is drawn only with the focus`() throws {
    let text = String(repeating: "x", count: 40)
    try query.type(text)
    #expect(
      drawn().last
        == .fill(CGRect(x: 110, y: 14, width: 2, height: 12), cornerRadius: 0, field.caretColor)
    )
    try query.press(.home)
    #expect(
      drawn().last
        == .fill(CGRect(x: 8, y: 14, width: 2, height: 12), cornerRadius: 0, field.caretColor)
    )
    try query.press(.right, modifiers: .shift)
    #expect(
      drawn().first
        == .fill(CGRect(x: 8, y: 14, width: 6, height: 12), cornerRadius: 0, field.selectionColor)
    )
    #expect(tree.root.renderedText().contains("selected 0-1"))
    tree.focus(nil)
    #expect(drawn().count == 1)
    // What somebody else writes is shown from its start.
    field.text = text + text
    #expect(drawn().contains { if case .text(_, let rect) = $0 { rect.minX == 8 } else { false } })
    #expect(!tree.root.renderedText().contains("selected"))
  }

  @Test func `assistive technology changes the text as the user does`() {
    field.text = "Tea"
    field.editing.assistantDidEdit("Tea pot", anchor: 7, caret: 7)
    #expect(field.text == "Tea pot" && log.lines == ["Tea pot"])
    field.editing.assistantDidEdit("Tea pot", anchor: 0, caret: 3)
    #expect(field.selectedText == "Tea")
    field.filter = .digits
    field.editing.assistantDidEdit("Tea pots", anchor: 8, caret: 8)
    #expect(field.text == "Tea pot")
    field.isEditable = false
    field.editing.assistantDidEdit("", anchor: 0, caret: 0)
    #expect(field.text == "Tea pot")
    #expect(field.accessibility.editing?.isEditable == false)
  }
}
