import Foundation
import Katana
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing

private struct NoteState: State {
  var text = ""
}

private struct SetNote: StateUpdater {
  let text: String
  func updateState(_ state: inout NoteState) { state.text = text }
}

/// A field whose text is the state's.
private struct NoteScreen: ConnectedNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var text = ""
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }
  var props: Props

  static func connect(props: inout Props, to state: NoteState) { props.text = state.text }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    TextField(
      props: .build {
        $0.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
        $0.text = props.text
        $0.placeholder = "Note"
        $0.onChange = Handler { dispatch(SetNote(text: $0)) }
      }
    )
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct `Text fields and areas` {
  private let journal = Journal()

  private func props(_ change: (inout TextInputProps) -> Void = { _ in }) -> TextInputProps {
    let journal = journal
    var props = TextInputProps()
    props.frame = rect(10, 10, 200, 60)
    props.placeholder = "Name"
    props.font = .system(.scalable(10))
    props.onChange = Handler { journal.entries.append($0) }
    change(&props)
    return props
  }

  @Test func `what is typed comes to the newest handlers`() throws {
    let journal = journal
    let stage = Stage(TextField(props: props()))
    try stage.tree.textField("Name").type("Te")
    #expect(journal.entries == ["T", "Te"])
    stage.show([
      TextField(
        props: props {
          $0.onChange = Handler { journal.entries.append("new \($0)") }
          $0.onCommit = Handler { journal.entries.append("commit \($0)") }
        }
      )
    ])
    try stage.tree.textField("Name").type("a\n")
    #expect(journal.entries.suffix(2) == ["new Tea", "commit Tea"])
  }

  @Test func `props are the looks of the view, and its font grows with the layout`() throws {
    let stage = Stage(
      TextField(
        props: props {
          ($0.isSecure, $0.isEnabled, $0.maximumLength) = (true, false, 3)
          ($0.textColor, $0.filter) = (.red, .digits)
          $0.accessibilityLabel = "Number"
        }
      )
    )
    let view = try #require(stage.view as? TextFieldView)
    #expect(view.font.size == 20 && view.textColor == .red && view.filter == .digits)
    #expect(view.isSecure && !view.isEnabled && view.maximumLength == 3)
    #expect(stage.tree.textField("Number").exists)
    #expect(throws: ViewQueryError.self) { try stage.tree.textField("Number").type("1") }
  }

  @Test func `an area takes lines, and its description keeps the text it has`() throws {
    let stage = Stage(TextArea(props: props()))
    try stage.tree.textField("Name").type("one\ntwo")
    stage.show([TextArea(props: props { $0.backgroundColor = .blue })])
    let view = try #require(stage.view as? TextAreaView)
    #expect(view.text == "one\ntwo" && view.backgroundColor == .blue)
    stage.show([TextArea(props: props { $0.text = "three" })])
    #expect(view.text == "three")
  }

  @Test func `no key is lost that is typed while the state is on its way`() async throws {
    let store = Store<NoteState, EmptySideEffectDependencyContainer>()
    let tree = ViewTree(size: CGSize(width: 200, height: 100))
    let screen = NoteScreen(props: .build { $0.frame = tree.root.bounds })
    let renderer = Renderer(rootDescription: screen, store: store)
    renderer.render(in: tree.root)
    tree.flush()
    let field = try #require(tree.textField("Note").first as? TextFieldView)
    field.focus()
    // Frames come between keys and states in any order.
    for (place, letter) in "a cup of tea".enumerated() {
      tree.handle(.key(KeyEvent(.down, letter == " " ? .space : .character(letter))))
      if place % 3 == 0 { tree.flush() }
      if place % 4 == 0 { await Task.yield() }
    }
    #expect(field.text == "a cup of tea")
    while store.state.text != "a cup of tea" { try await Task.sleep(for: .milliseconds(1)) }
    tree.flush()
    #expect(field.text == "a cup of tea")
    // Another state than what was typed is shown.
    try await store.dispatch(SetNote(text: "")).value
    tree.flush()
    #expect(field.text.isEmpty)
  }
}
