import Foundation
import Katana
import KatanaUI
import NativeViews
import Plastic
import Testing

/// A view that counts taps.
final class TapView: NativeView {
  var log: [String] = []
  override var handlesTouches: Bool { true }
  override var isFocusable: Bool { true }
  override func touchBegan(_ touch: Touch) { log.append("began") }
  override func touchEnded(_ touch: Touch) { log.append("ended") }
  override func touchCancelled(_ touch: Touch) { log.append("cancelled") }
}

/// What a store says of a note, that must be there.
struct NoteBox: ConnectedNodeDescription {
  struct Props: NodeDescriptionProps {
    var id = 0
    var height: CGFloat = 0
    var frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    var alpha: CGFloat = 1
    var key: String?
  }

  struct Missing: Error {}

  struct Press: NodeDescriptionState {
    var count = 0
  }

  typealias NativeView = TapView
  typealias StateType = Press
  var props = Props()

  init(_ id: Int) {
    props.id = id
    props.key = "\(id)"
  }

  static func makeNativeView() -> TapView { TapView() }

  static func connect(props: inout Props, to state: NotesState) throws {
    guard let note = state.notes[props.id] else { throw Missing() }
    props.height = note.height
  }

  static func childrenDescriptions(
    props: Props,
    state: Press,
    update: @escaping @Sendable (Press) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    [Box("height \(Int(props.height)), pressed \(state.count)")]
  }
}

@MainActor
struct DepartureTests {
  let store = Store<NotesState, EmptySideEffectDependencyContainer>()

  func theatre() async throws -> Theatre {
    try await store.dispatch(
      ChangeNotes { state in
        state.notes.append(Note(id: 1), id: 1)
        state.notes.append(Note(id: 2), id: 2)
      }
    ).value
    return Theatre(BoxStage([NoteBox(1), NoteBox(2)]), store: store)
  }

  @Test func `what leaves doesn't read a state in which it is no more`() async throws {
    let theatre = try await theatre()
    var diagnoses: [String] = []
    theatre.renderer?.onDiagnosis = { diagnoses.append("\($0)") }
    theatre.show([NoteBox(2)], .slide)
    let connected = theatre.renderer?.counts.connected
    try await store.dispatch(ChangeNotes { _ = $0.notes.remove(1) }).value
    theatre.wait(50)
    #expect(theatre.keys.hasPrefix("1[height 10, pressed 0]"))
    // The other one was asked.
    #expect(theatre.renderer?.counts.connected == (connected ?? 0) + 1)
    #expect(diagnoses == [])
    theatre.wait(500)
    #expect(theatre.keys == "2[height 10, pressed 0]")
  }

  @Test func `what comes back takes over what it has left out`() async throws {
    let theatre = try await theatre()
    let node = try #require(
      theatre.renderer?.rootNode.children.first as? Node<NoteBox>
    )
    theatre.show([NoteBox(2)], .slide)
    node.setState(NoteBox.Press(count: 5))
    try await store.dispatch(ChangeNotes { $0.notes[1]?.height = 33 }).value
    theatre.wait(50)
    #expect(theatre.keys.hasPrefix("1[height 10, pressed 0]"))
    theatre.show([NoteBox(1), NoteBox(2)], .slide)
    theatre.wait(500)
    #expect(theatre.keys == "1[height 33, pressed 5] 2[height 10, pressed 0]")
    #expect(theatre.renderer?.rootNode.children.first === node)
  }

  @Test func `what leaves isn't touched, and a touch on it is cancelled`() async throws {
    let theatre = try await theatre()
    let view = try #require(theatre.view("1") as? TapView)
    theatre.show([NoteBox(1)])
    let place = CGPoint(x: 15, y: 15)
    theatre.tree.handle(.pointer(PointerEvent(.down, at: place)))
    #expect(view.isFocused)
    theatre.show([], .slide)
    #expect(view.log == ["began", "cancelled"])
    #expect(!view.isFocused)
    theatre.tree.handle(.pointer(PointerEvent(.up, at: place)))
    theatre.tree.handle(.pointer(PointerEvent(.down, at: place)))
    theatre.tree.handle(.pointer(PointerEvent(.up, at: place)))
    #expect(view.log == ["began", "cancelled"])
  }

  @Test func `what leaves isn't kept by an update of it`() async throws {
    let theatre = try await theatre()
    let node = try #require(theatre.renderer?.rootNode.children.first)
    theatre.show([NoteBox(2)], .slide)
    var count = 0
    node.update(with: NoteBox(1), animation: .none) { count += 1 }
    node.forceReload()
    #expect(count == 1)
    theatre.wait(500)
    #expect(theatre.keys == "2[height 10, pressed 0]")
  }

  @Test func `lists leave and come back as well`() async throws {
    let theatre = try await theatre()
    let bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    let children: [any AnyNodeDescription] = [
      ForEach([Note(id: 7)], in: bounds, key: "each") { Box("\($0.id)") },
      ForEachEntity(\NotesState.notes, in: bounds, key: "entities") { id, _ in Box("\(id)") },
      List(in: bounds, key: "list") {
        ListSection([Note(id: 8)], height: .fixed(10)) { NumberRow("\($0.id)") }
      },
    ]
    theatre.show(children)
    let shown = theatre.keys
    #expect(shown == "each[7] entities[1 2] list[-[-[8]]]")
    theatre.show([], .slide)
    #expect(theatre.view("list")?.frame.minX == -100)
    theatre.wait(50)
    #expect(theatre.keys == shown)
    theatre.show(children, .slide)
    theatre.wait(500)
    #expect(theatre.keys == shown)
    #expect(theatre.view("entities")?.frame.minX == 0)
    theatre.show([], .slide)
    theatre.wait(500)
    #expect(theatre.keys == "")
  }
}
