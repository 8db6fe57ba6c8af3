import Foundation
import Katana
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct InteractiveTests {
  private let journal = Journal()

  private func describe(
    _ name: String = "item",
    _ change: (inout Interactive.Props) -> Void = { _ in }
  ) -> Interactive {
    let journal = journal
    var props = Interactive.Props()
    props.frame = rect(100, 100, 100, 100)
    props.menu = Menu([Menu.Item("Remove", id: "remove"), Menu.Item("Keep", isEnabled: false)])
    props.menuHandlers = ["remove": { journal.entries.append("remove \(name)") }]
    props.shortcuts = [Shortcut(.delete, []): { journal.entries.append("delete \(name)") }]
    props.toolTip = "an item"
    props.pointerShape = .hand
    props.fileDropHandler = Handler { files in
      journal.entries.append("\(name) takes \(files.map(\.lastPathComponent))")
    }
    props.fileHoverHandler = Handler { isOver in journal.entries.append("over \(isOver)") }
    change(&props)
    return Interactive(props: props) {
      Label(
        props: .build {
          $0.key = "label"
          $0.frame = rect(0, 0, 100, 20)
          $0.text = "Milk"
        }
      )
    }
  }

  @Test func `its content has a menu, keys, a tool tip, a pointer and takes files`() throws {
    let stage = Stage(describe())
    let label = stage.tree.label("Milk")
    try label.choose("remove")
    #expect(throws: ViewQueryError.self) { try label.choose("Keep") }
    #expect(stage.tree.press(Shortcut(.delete, [])))
    try label.hover()
    #expect(stage.tree.toolTip == "an item" && stage.tree.pointerShape == .hand)
    #expect(try label.drop([URL(filePath: "/tmp/a.txt")]))
    #expect(
      journal.entries == [
        "remove item", "delete item", "over true", "over false", "item takes [\"a.txt\"]",
      ]
    )
  }

  @Test func `events call the newest handlers, without an update for these`() throws {
    let stage = Stage(describe())
    let before = stage.renderer.counts.updated
    stage.show([describe("other")])
    #expect(stage.renderer.counts.updated == before + 1, "the screen alone")
    try stage.tree.label("Milk").choose("remove")
    stage.tree.press(Shortcut(.delete, []))
    #expect(journal.entries == ["remove other", "delete other"])
  }

  @Test func `what is no longer in the props isn't offered any more`() throws {
    let stage = Stage(describe())
    stage.show([
      describe {
        $0.menu = Menu()
        $0.shortcuts = [:]
        ($0.toolTip, $0.pointerShape, $0.fileDropHandler) = (nil, nil, nil)
      }
    ])
    let label = stage.tree.label("Milk")
    try label.secondaryClick()
    try label.hover()
    #expect(stage.tree.openMenu == nil && stage.tree.toolTip == nil)
    #expect(stage.tree.pointerShape == .arrow && !stage.tree.press(Shortcut(.delete, [])))
    #expect(try !label.drop([URL(filePath: "/tmp/a.txt")]) && journal.entries.isEmpty)
  }

  @Test func `touches go through it to what is around`() throws {
    let journal = journal
    let stage = Stage(
      TouchHandler(
        props: .build {
          $0.frame = rect(0, 0, 300, 300)
          $0.handlers = [
            .touchUpInside: { journal.entries.append("tap") },
            .hoverBegan: { journal.entries.append("over") },
          ]
        }
      ) { describe() }
    )
    stage.pointer(.moved, 110, 110)
    stage.pointer(.down, 110, 110)
    stage.pointer(.up, 110, 110)
    #expect(journal.entries == ["over", "tap"])
  }
}

/// A text in the colour of the environment.
private struct Caption: EnvironmentNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var text = ""
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }
  var props: Props

  static func childrenDescriptions(
    props: Props,
    state: EnvironmentState,
    update: @escaping @Sendable (EnvironmentState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Label(
      props: .build {
        $0.frame.size = props.frame.size
        $0.text = AttributedText(string: props.text)
        $0.textColor = state.environment.textColor
      }
    )
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct `descriptions that read the environment` {
  private func color(_ stage: Stage) -> Color? {
    guard let label = stage.view.firstChild,
      case .text(let block, _) = stage.commands(of: label).first
    else { return nil }
    return block.color
  }

  @Test func `are updated in the frame in which it changes`() {
    let caption = Caption(props: .build { ($0.text, $0.frame) = ("Milk", rect(0, 0, 100, 20)) })
    let stage = Stage(caption)
    #expect(color(stage) == ViewEnvironment.fixed.textColor)
    stage.tree.environment.colorScheme = .dark
    stage.tree.flush()
    let dark = ViewEnvironment(colorScheme: .dark).textColor
    #expect(color(stage) == dark)
    // Another one comes into the environment that is there.
    stage.show([])
    stage.show([caption])
    #expect(color(stage) == dark)
  }
}
