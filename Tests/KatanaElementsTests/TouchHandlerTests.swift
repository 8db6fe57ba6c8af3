import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TouchHandlerTests {
  private let journal = Journal()

  private func describe(_ change: (inout TouchHandler.Props) -> Void = { _ in }) -> TouchHandler {
    let journal = journal
    var props = TouchHandler.Props()
    props.frame = rect(100, 100, 100, 100)
    props.handlers = [
      [.touchDown, .touchUpInside]: { journal.entries.append("down or inside") },
      .touchUpOutside: { journal.entries.append("outside") },
      .touchCancel: { journal.entries.append("cancel") },
      .touchUpInside: { journal.entries.append("inside") },
    ]
    change(&props)
    return TouchHandler(props: props) {
      Label(
        props: .build {
          $0.frame = rect(0, 0, 100, 20)
          $0.text = "Profile"
        }
      )
    }
  }

  @Test func `touches of what is in it are its own`() throws {
    let stage = Stage(describe())
    try stage.tree.button("Profile").tap()
    #expect(journal.entries == ["down or inside", "down or inside", "inside"])
    journal.entries = []
    stage.pointer(.down, 110, 110)
    stage.pointer(.up, 400, 400)
    stage.pointer(.down, 110, 110)
    stage.pointer(.cancelled, 110, 110)
    #expect(journal.entries == ["down or inside", "outside", "down or inside", "cancel"])
  }

  @Test(arguments: [(0, 95, false), (0, 101, true), (-10, 95, true), (10, 105, false)])
  func `insets make the touched area larger and smaller`(
    inset: CGFloat,
    x: CGFloat,
    isTouched: Bool
  ) {
    let stage = Stage(describe { $0.hitTestInsets = HitTestInsets(left: inset) })
    stage.pointer(.down, x, 150)
    #expect(journal.entries.isEmpty != isTouched)
    stage.pointer(.cancelled, x, 150)
  }

  @Test func `a handler that is removed while it is touched isn't called any more`() {
    let stage = Stage(describe())
    stage.pointer(.down, 110, 110)
    stage.show([])
    stage.pointer(.up, 110, 110)
    #expect(journal.entries == ["down or inside"])
  }

  @Test func `a secondary click and the mouse come where they are handled`() throws {
    let journal = journal
    let stage = Stage(describe())
    try stage.tree.button("Profile").secondaryClick()
    #expect(journal.entries.isEmpty)
    stage.pointer(.moved, 10, 10)
    stage.show([
      describe {
        $0.handlers = [
          .secondaryClick: { journal.entries.append("secondary") },
          [.hoverBegan, .hoverEnded]: { journal.entries.append("hover") },
        ]
      }
    ])
    try stage.tree.label("Profile").secondaryClick()
    stage.pointer(.moved, 110, 110)
    stage.pointer(.moved, 10, 10)
    #expect(journal.entries == ["secondary", "hover", "hover"])
  }

  @Test func `only one with a handler for taps is a button`() {
    let stage = Stage(describe { $0.handlers = [:] })
    #expect(!stage.tree.button().exists)
    stage.show([describe { $0.accessibilityLabel = "Open the profile" }])
    #expect(stage.tree.button("Open the profile").exists)
  }
}
