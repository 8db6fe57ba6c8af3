import SeededRandom
import Testing

@testable import NativeViews

@Suite
struct `A text that is edited` {
  private let family = "👨‍👩‍👧‍👦"

  /// Where repeated movements by a unit come to, as what is before each place.
  private func stops(in text: String, by unit: TextEditor.Unit, forward: Bool) -> [String] {
    var editor = TextEditor(text)
    editor.form.isMultiline = true
    editor.move(to: forward ? .start : editor.text.end)
    var stops: [String] = []
    while true {
      let place = editor.position(from: editor.selection.head, by: unit, forward: forward)
      if place == editor.selection.head { return stops }
      editor.move(to: place)
      stops.append(editor.text[.start..<place])
    }
  }

  @Test func `a cluster of emoji, and a letter with its mark, are one character`() {
    var editor = TextEditor()
    for part in ["a", family, "e", "\u{301}"] { editor.insert(part) }
    #expect(editor.selection.head == editor.text.end)
    editor.delete(.character, forward: false)
    #expect(editor.text.string == "a" + family)
    editor.delete(.character, forward: false)
    #expect(editor.text.string == "a")
    #expect(
      stops(in: "a\(family)e\u{301}", by: .character, forward: true)
        == ["a", "a\(family)", "a\(family)e\u{301}"]
    )
  }

  @Test func `words end where a reader sees them end`() {
    let text = "one don't two-three 漢字かな"
    #expect(
      stops(in: text, by: .word, forward: true)
        == [
          "one", "one don't", "one don't two", "one don't two-three", "one don't two-three 漢字",
          text,
        ]
    )
    #expect(
      stops(in: text, by: .word, forward: false)
        == [
          "one don't two-three 漢字", "one don't two-three ", "one don't two-", "one don't ", "one ",
          "",
        ]
    )
    #expect(stops(in: "a\nb", by: .word, forward: true) == ["a", "a\nb"])
    var secret = TextEditor("one two")
    secret.form.isSecure = true
    #expect(secret.position(from: .start, by: .word, forward: true) == secret.text.end)
  }

  @Test func `typing is undone by words, and deleting as far as it went on`() {
    var editor = TextEditor()
    for letter in "a cup of" { editor.insert(String(letter)) }
    editor.delete(.character, forward: false)
    editor.delete(.character, forward: false)
    var seen: [String] = []
    while editor.undo() { seen.append(editor.text.string) }
    #expect(seen == ["a cup of", "a cup ", "a ", ""])
    while editor.redo() {}
    #expect(editor.text.string == "a cup ")
    // What is typed elsewhere is undone by itself.
    editor.move(to: .start)
    editor.insert("x")
    editor.move(to: editor.text.end)
    editor.insert("y")
    editor.undo()
    #expect(editor.text.string == "xa cup ")
    editor.redo()
    #expect(editor.text.string == "xa cup y")
  }

  @Test func `a secret isn't kept for undoing`() {
    var editor = TextEditor()
    editor.form.isSecure = true
    editor.insert("sesame")
    editor.undo()
    #expect(editor.text.string == "sesame")
    // Nor is there anything left to undo of what was typed before.
    editor.form.isSecure = false
    editor.insert("x")
    editor.form.isSecure = true
    editor.delete(.line, forward: false)
    editor.form.isSecure = false
    #expect(!editor.canUndo)
  }

  @Test func `a text that only looks the same is another one`() {
    var editor = TextEditor("e\u{301}")
    editor.setText("é")
    #expect(editor.text.utf8Count == 2 && editor.selection.head.column == 2)
    #expect(EditedText("é") != EditedText("e\u{301}"))
  }

  @Test func `what an input method composes is no text until it is committed`() {
    var editor = TextEditor("ab")
    editor.move(to: TextPosition(line: 0, column: 1))
    var hasChanged = editor.compose("ni", caret: 2)
    #expect(!hasChanged)
    #expect(editor.text.string == "ab")
    #expect(editor.composition == TextComposition(text: "ni", caret: 2))
    editor.insert("你")
    #expect(editor.composition == nil)
    #expect(editor.text.string == "a你b")
    // A selection goes when composing begins, and not again.
    editor.selectAll()
    hasChanged = editor.compose("x", caret: 9)
    #expect(hasChanged)
    #expect(editor.composition == TextComposition(text: "x", caret: 1))
    _ = editor.compose("", caret: 0)
    #expect(editor.text.isEmpty && editor.composition == nil)
    editor.undo()
    #expect(editor.text.string == "a你b")
    _ = editor.delete(before: 9, after: 0)
    #expect(editor.text.isEmpty)
  }

  @Test(arguments: [
    (TextFilter.digits, "1a-2.5,6", "1256"), (.integer, "1a-2.5", "125"), (.integer, "-12", "-12"),
    (.decimal, "-1.2.5,6", "-1.256"), (.characters(["a", "b"]), "cab", "ab"),
    (.none, "1a", "1a"),
  ])
  func `a filter takes what may become a number`(filter: TextFilter, typed: String, text: String) {
    var editor = TextEditor()
    editor.form.filter = filter
    for character in typed { editor.insert(String(character)) }
    #expect(editor.text.string == text)
  }

  @Test func `a line takes no line breaks, and no more characters than it may have`() {
    var editor = TextEditor()
    editor.form.maximumLength = 4
    editor.insert("a\n\(family)bcd\u{7}")
    #expect(editor.text.string == "a \(family)b")
    editor.selectAll()
    editor.insert("xyz")
    #expect(editor.text.string == "xyz")
    editor.form.isMultiline = true
    editor.insert("\r\n")
    #expect(editor.text.lines == ["xyz", ""])
  }

  @Test func `assistive technology changes what it was told, dots too`() {
    var editor = TextEditor("hello world")
    let all = TextPosition.start..<editor.text.end
    _ = editor.edit(all, told: "hello world", to: "hello wide world")
    #expect(editor.text.string == "hello wide world")
    editor.undo()
    #expect(editor.text.string == "hello world")
    var secret = TextEditor("secret")
    secret.form.isSecure = true
    _ = secret.edit(.start..<secret.text.end, told: "••••••", to: "••x••••")
    #expect(secret.text.string == "sexcret")
  }

  @Test func `an owner's text keeps the caret at the end, or where it was`() {
    var editor = TextEditor("abc")
    editor.setText("abcdef")
    #expect(editor.selection.head == editor.text.end)
    editor.move(to: TextPosition(line: 0, column: 2))
    editor.setText("x")
    #expect(editor.selection.head.column == 1)
    #expect(!editor.canUndo)
  }

  /// Compares with a text that is changed as a whole.
  @Test(arguments: RandomHistories.seeds(4))
  func `random editing keeps text, lines and places whole`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "b c", "\n", "é", "e\u{301}", "\u{301}", "👍🏽", "🇩🇪", "🇩", "א", "\u{200D}", "漢", "\r\n",
    ]
    var editor = TextEditor()
    editor.form.isMultiline = true
    var seen: Set<String> = [""]
    for step in 0..<2_500 {
      let range = editor.selection.range
      let (old, isEmpty) = (editor.text.string, range.isEmpty)
      let (start, end) = (
        editor.text.offset(of: range.lowerBound), editor.text.offset(of: range.upperBound)
      )
      switch random.next(below: 8) {
      case 0...2:
        let piece = pieces[random.next(below: pieces.count)]
        editor.insert(piece)
        let normal = piece.replacing("\r\n", with: "\n")
        #expect(
          Array(editor.text.string.utf8)
            == Array(old.utf8.prefix(start)) + Array(normal.utf8) + Array(old.utf8.dropFirst(end)),
          "step \(step)"
        )
      case 3:
        let unit: TextEditor.Unit = [.character, .word, .line][random.next(below: 3)]
        editor.delete(unit, forward: random.next(below: 2) == 0)
        if !isEmpty {
          #expect(
            Array(editor.text.string.utf8)
              == Array(old.utf8.prefix(start)) + Array(old.utf8.dropFirst(end)),
            "step \(step)"
          )
        }
      case 4:
        let place = editor.text.position(at: random.next(below: editor.text.utf8Count + 1))
        editor.move(to: place, extending: random.next(below: 2) == 0)
      case 5: if editor.undo() { #expect(seen.contains(editor.text.string), "step \(step)") }
      case 6: if editor.redo() { #expect(seen.contains(editor.text.string), "step \(step)") }
      default:
        if editor.text.utf8Count > 200 { editor.selectAll() }
        _ = editor.compose(pieces[random.next(below: 2)], caret: random.next(below: 3))
      }
      seen.insert(editor.text.string)
      #expect(editor.text == EditedText(editor.text.string), "step \(step)")
      #expect(editor.text.utf8Count == editor.text.string.utf8.count, "step \(step)")
      for place in [editor.selection.anchor, editor.selection.head] {
        #expect(place == editor.text.clamped(place), "step \(step)")
      }
    }
    let last = editor.text.string
    while editor.undo() {}
    while editor.redo() {}
    #expect(editor.text.string == last)
  }
}
