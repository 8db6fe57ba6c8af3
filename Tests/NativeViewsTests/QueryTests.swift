import Foundation
import Testing

@testable import NativeViews

/// Shows a text.
@MainActor
class TextView: NativeView {
  var text: AttributedText { didSet { setNeedsDisplay() } }
  var alignment = TextBlock.Alignment.left
  var role = Accessibility.Role.label

  init(_ text: AttributedText, _ frame: CGRect = CGRect(x: 0, y: 0, width: 100, height: 20)) {
    self.text = text
    super.init()
    self.frame = frame
  }

  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock(text, font: .systemFont(ofSize: 10), alignment: alignment), in: bounds)
  }
  override var accessibility: Accessibility { Accessibility(role: role) }
}

/// Counts what it is asked to do.
@MainActor
final class PushView: NativeView {
  var isEnabled = true
  var taps = 0
  var lastLocation = CGPoint.zero
  var onTap: (() -> Void)?

  init(_ text: AttributedText?, _ frame: CGRect) {
    super.init()
    self.frame = frame
    if let text { append(TextView(text, CGRect(origin: .zero, size: frame.size))) }
  }

  override var accessibility: Accessibility { Accessibility(role: .button, isEnabled: isEnabled) }
  override var handlesTouches: Bool { true }
  override func touchMoved(_ touch: Touch) { lastLocation = touch.location }
  override func touchEnded(_ touch: Touch) { if touch.isInside { _ = activate() } }
  override func activate() -> Bool {
    taps += 1
    onTap?()
    return true
  }
}

/// Takes characters.
@MainActor
final class FieldView: NativeView {
  var text = ""
  override var isFocusable: Bool { true }
  override var accessibility: Accessibility {
    Accessibility(role: .textField, label: "Name", value: text)
  }
  override func key(_ event: KeyEvent) -> Bool {
    guard event.phase == .down else { return false }
    switch event.key {
    case .character(let character): text.append(character)
    case .space: text.append(" ")
    case .backspace: text = String(text.dropLast())
    default: return false
    }
    return true
  }
}

@MainActor @Suite
struct `Queries` {
  let tree = ViewTree(size: CGSize(width: 200, height: 100))
  let add = PushView("Add", CGRect(x: 0, y: 0, width: 80, height: 40))
  let remove = PushView("Remove", CGRect(x: 100, y: 0, width: 80, height: 40))
  let counter = TextView("0", CGRect(x: 0, y: 60, width: 100, height: 20))

  init() {
    for view in [add, remove, counter] { tree.root.append(view) }
    counter.key = "counter"
  }

  func reason(_ body: () throws -> Void) -> ViewQueryError.Reason? {
    do {
      try body()
      return nil
    } catch let error as ViewQueryError {
      return error.reason
    } catch {
      return nil
    }
  }

  @Test
  func `a button is tapped by its name`() throws {
    tree.addUpdate { [add, counter] in counter.text = "\(add.taps)" }
    try tree.button("Add").tap()
    try tree.button("Add").tap()
    #expect(add.taps == 2 && remove.taps == 0)
    #expect(try tree.view("counter").one().accessibleName == "2")
    #expect(tree.label("2").exists && !tree.label("0").exists)
    try tree.query(name: "Remove").tap()
    #expect(remove.taps == 1)
    // The text in a button is a label as well.
    try tree.label("Remove").tap()
    #expect(remove.taps == 2)
  }

  @Test
  func `views are found by role, name, a part of it, and in others`() throws {
    #expect(tree.button().count == 2 && tree.label().count == 3)
    #expect(tree.query(containing: "em").all.map { $0 === remove } == [true])
    #expect(tree.query(name: "Add").all.map { $0 === add } == [true])
    let group = NativeView()
    group.key = "group"
    group.frame = CGRect(x: 0, y: 80, width: 200, height: 20)
    let inner = PushView("Add", CGRect(x: 0, y: 0, width: 10, height: 10))
    tree.root.append(group)
    group.append(inner)
    #expect(try tree.view("group").button("Add").one() === inner)
    #expect(tree.view("group").button().label("Add").count == 1)
    #expect(tree.query().query(role: .button).count == 3)
    #expect(tree.view("group").first?.accessibleName == nil, "a group isn't named by its content")
    let image = NativeView()
    image.accessibilityOverride = Accessibility(role: .image, label: "plus")
    add.append(image)
    #expect(add.accessibleName == "Add plus")
    add.accessibilityOverride = Accessibility(role: .button, label: "More")
    #expect(tree.button("More").exists && !tree.button("Add plus").exists)
  }

  @Test
  func `what can't be tapped is an error that says why`() throws {
    #expect(reason { try tree.button("Ad").tap() } == .notFound(["Add", "Remove"]))
    #expect(
      reason { try tree.button().tap() }
        == .several(["NativeView > PushView", "NativeView > PushView"])
    )
    #expect(reason { try tree.view("counter").tap() } == .untouchable)
    add.isEnabled = false
    #expect(reason { try tree.button("Add").tap() } == .disabled)
    add.isEnabled = true
    let cover = NativeView()
    cover.key = "cover"
    cover.frame = CGRect(x: 30, y: 10, width: 30, height: 30)
    tree.root.append(cover)
    #expect(
      reason { try tree.button("Add").tap() } == .covered(by: "NativeView > NativeView \"cover\"")
    )
    cover.isUserInteractionEnabled = false
    #expect(reason { try tree.button("Add").tap() } == nil && add.taps == 1)
    add.isHidden = true
    #expect(reason { try tree.button("Add").tap() } == .hidden("NativeView > PushView"))
    remove.frame.origin.x = 170
    #expect(reason { try tree.button("Remove").tap() } == .outside)
    #expect(reason { try tree.button("Remove").type("a") } == .unfocusable)
    #expect(add.taps == 1 && remove.taps == 0)
    do {
      try tree.button("Ad").tap()
      Issue.record("no error")
    } catch {
      #expect(
        "\(error)" == """
          button "Ad": there is no such view; those of this role are called "Remove":
          NativeView (0 0 200 100)
            PushView button (0 0 80 40) hidden
              TextView label "Add" (0 0 80 40)
            PushView button (170 0 80 40)
              TextView label "Remove" (0 0 80 40)
            TextView label "0" key "counter" (0 60 100 20)
            NativeView key "cover" (30 10 30 30) untouchable

          """
      )
    }
  }

  @Test
  func `views within a button may take the tap, and views within a row as well`() throws {
    let row = NativeView()
    row.frame = CGRect(x: 0, y: 50, width: 100, height: 50)
    row.key = "row"
    let whole = PushView("Open", CGRect(x: 0, y: 0, width: 100, height: 50))
    tree.root.append(row)
    row.append(whole)
    #expect(reason { try tree.view("row").tap() } == .untouchable)
    whole.accessibilityOverride = Accessibility(role: .row)
    let inner = PushView("Inner", CGRect(x: 30, y: 0, width: 40, height: 50))
    whole.append(inner)
    try tree.query(role: .row).tap()
    #expect(inner.taps == 1 && whole.taps == 0)
  }

  @Test
  func `typing, dragging, scrolling and keys go the way of a user's`() throws {
    let field = FieldView()
    field.frame = CGRect(x: 100, y: 60, width: 50, height: 20)
    tree.root.append(field)
    try tree.textField("Name").type("Ada L.")
    try tree.textField("Name").press(.backspace)
    #expect(field.text == "Ada L" && field.isFocused)
    try tree.button("Add").drag(by: CGSize(width: 30, height: 10))
    #expect(add.taps == 1 && add.lastLocation == CGPoint(x: 70, y: 30))
    try tree.button("Add").drag(by: CGSize(width: 50, height: 0))
    #expect(add.taps == 1)
    let scroll = ScrollView()
    scroll.frame = CGRect(x: 0, y: 50, width: 100, height: 50)
    scroll.contentSize = CGSize(width: 100, height: 500)
    let far = PushView("Far", CGRect(x: 0, y: 400, width: 100, height: 20))
    scroll.contentView.append(far)
    tree.root.append(scroll)
    #expect(reason { try tree.button("Far").tap() } == .outside)
    try tree.query(role: .scrollView).scroll(by: CGSize(width: 0, height: 100))
    #expect(scroll.contentOffset.y == 100)
    try tree.button("Far").scrollIntoView()
    try tree.button("Far").tap()
    #expect(far.taps == 1 && scroll.contentOffset.y == 370)
  }

  @Test
  func `a tap that removes the button and its whole screen ends well`() throws {
    add.onTap = { [tree] in tree.root.removeAllChildren() }
    try tree.button("Add").tap()
    #expect(tree.button().count == 0 && add.taps == 1)
  }
}
