import Foundation
import NativeViews
import SeededRandom

/// Two fields and an area that a random user edits: by keys, an input method, the mouse, the clipboard and assistive technology.
@MainActor
final class RandomTexts: AgreedProgram {
  let tree: ViewTree
  private let clock: ManualFrameSource
  private let clipboard = MemoryClipboard()
  private let (field, secret, area) = (TextFieldView(), TextFieldView(), TextAreaView())
  private var random: SplitMix64
  private(set) var log: [String] = []
  let completions: [Int] = []
  private(set) var diagnoses: [ViewDiagnosis] = []
  private var reported = 0

  /// Of the bundled font; of both directions, with marks and ligatures.
  private static let pieces = [
    "a", "bc ", "\n", "é", "e\u{301}", "\u{301}", "אב", "ג ", "عربي ", "12", "(", "ffi", ". ",
    "Wort-Wort", "x\u{200D}y",
  ]
  private static let keys: [KeyEvent.Key] = [
    .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .backspace, .delete, .return,
    .space,
    .tab, .escape,
  ]

  init(seed: UInt64, backend: any ViewBackend, clock: ManualFrameSource) {
    random = SplitMix64(seed: seed)
    self.clock = clock
    tree = ViewTree(size: RandomProgram.size, backend: backend)
    // The display's own answers later.
    tree.clipboard = clipboard
    tree.onDiagnosis = { [weak self] in self?.diagnoses.append($0) }
    tree.root.backgroundColor = .white
    for (index, view) in [field, secret, area].enumerated() {
      view.frame = CGRect(x: 10, y: 6 + index * 34, width: 160, height: 30)
      view.backgroundColor = Color(white: 0.95)
      tree.root.append(view)
    }
    area.frame.size.height = 96
    (field.placeholder, area.placeholder, secret.isSecure) = ("A field", "An area of text", true)
    for view in views { view.editing.onChange = { [weak self] _ in self?.reported += 1 } }
  }

  private var views: [any TextInputView] { [field, secret, area] }

  func update() {
    log = []
    for _ in 0...random.next(below: 4) { change() }
    clock.advance(by: .milliseconds(1 + random.next(below: 300)))
    tree.flush()
  }

  func settle() { tree.flush() }

  private func change() {
    switch random.next(below: 24) {
    case 0..<6: type(random.pick(Self.pieces))
    case 6..<12: press(random.pick(Self.keys))
    case 12: press(.character(random.pick(["a", "c", "x", "v", "z", "y"])), [.control])
    case 13..<15: compose()
    case 15..<18: point()
    case 18: scroll()
    case 19: random.pick(views).focus()
    case 20: restyle()
    case 21: write()
    case 22:
      clipboard.text = random.pick(Self.pieces) + random.pick(Self.pieces)
      press(.character("v"), [.control])
    default: assist()
    }
  }

  private func type(_ text: String) {
    log.append("type \(text.debugDescription)")
    for character in text {
      let key: KeyEvent.Key = character == "\n" ? .return : .character(character)
      tree.handle(.key(KeyEvent(.down, key)))
    }
  }

  private func press(_ key: KeyEvent.Key, _ modifiers: KeyModifiers? = nil) {
    let choice: [KeyModifiers] = [[], [], .shift, .control, [.control, .shift]]
    let modifiers = modifiers ?? random.pick(choice)
    log.append("press \(key) \(modifiers.rawValue)")
    tree.handle(.key(KeyEvent(.down, key, modifiers: modifiers)))
  }

  private func compose() {
    let text = random.pick(Self.pieces)
    let event: TextInputEvent =
      switch random.next(below: 4) {
      case 0: .committed(text)
      case 1: .composed("", caret: 0)
      case 2: .deleted(before: random.next(below: 3), after: random.next(below: 3))
      default: .composed(text, caret: random.next(below: text.utf8.count + 1))
      }
    log.append("\(event)")
    tree.handle(.text(event))
  }

  private func point() {
    var place = CGPoint(x: random.number(0..<180), y: random.number(0..<180))
    log.append("click \(place)")
    let shift: KeyModifiers = random.oneIn(4) ? .shift : []
    let device: PointerEvent.Device = random.oneIn(4) ? .touchScreen : .mouse
    func send(_ phase: PointerEvent.Phase) {
      let event = PointerEvent(
        phase,
        at: place,
        device: device,
        modifiers: shift,
        time: clock.now
      )
      tree.handle(.pointer(event))
    }
    send(.down)
    for _ in 0..<random.next(below: 3) {
      place = CGPoint(x: random.number(0..<180), y: random.number(0..<180))
      send(.moved)
    }
    send(.up)
  }

  private func scroll() {
    log.append("scroll")
    let delta = CGSize(width: 0, height: random.number(-60..<60))
    tree.handle(.scroll(ScrollEvent(at: CGPoint(x: 50, y: 100), by: delta)))
  }

  private func restyle() {
    let view = random.pick(views)
    log.append("restyle \(view.path)")
    switch random.next(below: 6) {
    case 0: view.editing.font.size = CGFloat(10 + random.next(below: 8))
    case 1: view.editing.textColor = random.color()
    case 2: view.frame.size.width = random.number(60..<200)
    case 3: view.editing.isEnabled = random.next(below: 8) != 0
    case 4: view.editing.isEditable = random.next(below: 8) != 0
    default: secret.isSecure.toggle()
    }
  }

  private func write() {
    let view = random.pick(views)
    log.append("write into \(view.path)")
    let text = (0..<random.next(below: 9)).map { _ in random.pick(Self.pieces) }.joined()
    if random.oneIn(2) { view.editing.text = text } else { view.editing.show(view.editing.text) }
  }

  private func assist() {
    let view = random.pick(views)
    var told = view.accessibility.value ?? ""
    log.append("assist \(view.path)")
    if random.oneIn(2) { told += "+" }
    let count = told.unicodeScalars.count + 1
    view.editing.assistantDidEdit(
      told,
      anchor: random.next(below: count),
      caret: random.next(below: count)
    )
  }

  /// What fields draw that are laid out anew, and what they drew before.
  func shownAndRebuilt() -> (shown: [String], rebuilt: [String]) {
    func lines() -> [String] {
      [field, secret].map { view in
        var list = DisplayList()
        view.draw(into: &list)
        return "\(view.path) \(list)"
      }
    }
    let shown = lines()
    for view in [field, secret] {
      view.frame.size.height += 2
      view.frame.size.height -= 2
    }
    tree.flush()
    return (shown, lines())
  }
}
