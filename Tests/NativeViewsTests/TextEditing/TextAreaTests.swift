import Foundation
import Testing

@testable import NativeViews

@MainActor @Suite
struct `A text area` {
  let tree = ViewTree(size: CGSize(width: 200, height: 200))
  let area = TextAreaView()

  init() {
    // Ten letters of 10 points in a row of 12 points.
    area.frame = CGRect(x: 0, y: 0, width: 78, height: 76)
    area.font = .systemFont(ofSize: 10)
    area.key = "area"
    tree.root.append(area)
  }

  private var query: ViewQuery { tree.view("area") }
  private var head: TextPosition { area.editing.editor.selection.head }

  /// Rows as they are drawn, with their upper edges.
  private func rows() -> [String] {
    var list = DisplayList()
    area.draw(into: &list)
    guard case .clip(_, _, let inner)? = list.commands.first else { return [] }
    return inner.commands.compactMap { command in
      if case .text(let block, let rect) = command {
        "\(Int(rect.minY)) \(block.text.string)"
      } else {
        nil
      }
    }
  }

  private func press(_ key: KeyEvent.Key, _ modifiers: KeyModifiers = []) throws -> TextPosition {
    try query.press(key, modifiers: modifiers)
    return head
  }

  @Test func `lines break at words, and a word that is too long anywhere`() throws {
    try query.type("one two three\nabcdefghijklm\n漢字")
    tree.flush()
    #expect(rows() == ["8 one two ", "20 three", "32 abcdefghij", "44 klm", "56 漢字"])
    #expect(area.contentSize == CGSize(width: 78, height: 5 * 12 + 16))
    #expect(area.accessibility.editing?.isMultiline == true)
  }

  @Test func `the caret goes through rows, at the distance at which it began`() throws {
    area.text = "one two three\nab\nabcdefgh"
    #expect(try press(.end, .control) == TextPosition(line: 2, column: 8))
    #expect(try press(.up) == TextPosition(line: 1, column: 2))
    #expect(try press(.up) == TextPosition(line: 0, column: 13))
    #expect(try press(.up) == TextPosition(line: 0, column: 8))
    #expect(try press(.home) == TextPosition(line: 0, column: 0))
    #expect(try press(.end) == TextPosition(line: 0, column: 8))
    // At the end of the row it is above the start of the next one.
    #expect(area.editing.caret.minY == 0)
    #expect(try press(.right) == TextPosition(line: 0, column: 8))
    #expect(area.editing.caret.origin == CGPoint(x: 0, y: 12))
    #expect(try press(.down, .shift) == TextPosition(line: 1, column: 0))
    #expect(area.selectedText == "three\n")
    #expect(try press(.home, .control) == .start)
    #expect(try press(.pageDown) == TextPosition(line: 2, column: 8))
    #expect(try press(.pageUp, .shift) == .start)
    #expect(area.selectedText == area.text)
  }

  @Test func `lines that only look the same have places of their own`() throws {
    area.text = "e\u{301}x\néx"
    #expect(rows() == ["8 e\u{301}x", "20 éx"])
    #expect(try press(.end, .control) == TextPosition(line: 1, column: 3))
    #expect(try press(.up) == TextPosition(line: 0, column: 4))
  }

  @Test func `return breaks the line; with control it commits`() throws {
    var committed: [String] = []
    area.onCommit = { committed.append($0) }
    try query.type("a\nb")
    #expect(area.text == "a\nb" && committed.isEmpty)
    try query.press(.return, modifiers: .control)
    #expect(committed == ["a\nb"])
    try query.press(.delete, modifiers: [.control, .shift])
    try query.press(.backspace, modifiers: [.control, .shift])
    #expect(area.text == "a\n")
    try query.type("\t")
    #expect(area.text == "a\n")
  }

  @Test func `only what is in sight of 100,000 lines is laid out and drawn`() throws {
    area.text = (0..<100_000).map { "line \($0) x" }.joined(separator: "\n")
    tree.flush()
    #expect(rows().count == 6)
    let height = area.contentSize.height
    #expect(height < 100_000 * 12 + 200)
    // There a line takes two rows, and counted as one before it was seen.
    area.contentOffset.y = 600_000
    tree.flush()
    #expect(rows().count <= 8 && area.contentSize.height - height < 200)
    let top = area.contentOffset.y
    #expect(try press(.end, .control).line == 99_999)
    tree.flush()
    #expect(area.contentOffset.y > top && rows().contains { $0.hasSuffix("99999 ") })
    try query.type("y")
    #expect(area.text.hasSuffix("99999 xy"))
    // More than is told as a whole: the lines around the caret are.
    let told = try #require(area.accessibility.value)
    #expect(told.utf8.count < 65_536 && told.hasSuffix("99999 xy"))
    #expect(area.accessibility.editing?.caret == told.unicodeScalars.count)
    area.editing.assistantDidEdit(told + "z", anchor: 0, caret: 0)
    #expect(area.text.hasSuffix("99999 xyz") && area.text.hasPrefix("line 0 x"))
  }

  @Test func `lines that come above the upper edge move nothing that is in sight`() {
    area.text = (0..<100).map { "line \($0) wraps" }.joined(separator: "\n")
    tree.flush()
    area.contentOffset.y = 400
    tree.flush()
    let before = rows()
    area.contentOffset.y = 399
    tree.flush()
    let after = rows()
    // The same rows, one point lower.
    let shared = before.compactMap { row in row.split(separator: " ", maxSplits: 1).last }
    #expect(after.contains { $0.hasSuffix(shared[1]) })
    for row in before.dropFirst().dropLast() {
      let parts = row.split(separator: " ", maxSplits: 1)
      let lower = "\((Int(parts[0]) ?? 0) + 1) \(parts[1])"
      #expect(after.contains(lower), "\(lower) isn't in \(after)")
    }
  }

  @Test func `a finger scrolls, taps for the caret, and selects when it comes back`() throws {
    area.text = (0..<50).map { "line \($0)" }.joined(separator: "\n")
    tree.flush()
    try query.swipe(by: CGSize(width: 0, height: -36))
    #expect(area.contentOffset.y > 20 && head == area.editing.editor.text.end)
    area.contentOffset.y = 0
    tree.flush()
    let clock = try #require(tree.backend as? HeadlessBackend).clock
    @MainActor func finger(_ phase: PointerEvent.Phase, _ x: CGFloat, _ y: CGFloat) {
      let place = CGPoint(x: x, y: y)
      tree.handle(
        .pointer(PointerEvent(phase, at: place, device: .touchScreen, time: clock.now))
      )
    }
    clock.advance(by: .seconds(1))
    finger(.down, 21, 22)
    finger(.up, 21, 22)
    #expect(head == TextPosition(line: 1, column: 2))
    clock.advance(by: .milliseconds(100))
    finger(.down, 21, 22)
    #expect(area.selectedText == "line")
    finger(.moved, 21, 46)
    finger(.up, 21, 46)
    #expect(area.selectedText == "line 1\nline 2\nline" && area.contentOffset.y == 0)
  }

  @Test func `the wheel scrolls it, and keys show the caret again`() throws {
    area.text = (0..<50).map { "line \($0)" }.joined(separator: "\n")
    tree.flush()
    try query.scroll(by: CGSize(width: 0, height: 120))
    #expect(area.contentOffset.y == 120)
    _ = try press(.home, .control)
    #expect(area.contentOffset.y == 0)
    area.frame.size.width = 44
    tree.flush()
    #expect(rows().prefix(2) == ["8 line ", "20 0"])
  }
}
