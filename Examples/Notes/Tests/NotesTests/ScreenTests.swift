import Foundation
import Katana
import NativeViews
import Tempura
import Testing

#if canImport(Notes)
@testable import Notes
#endif

extension NotesStore {
  /// A store with notes, whose user is logged in.
  convenience init(_ texts: [String], login: Login = .yes) throws {
    var state = NotesState()
    state.notes = Entities(texts.enumerated().map { Note(id: $0 + 1, text: $1) })
    state.login = login
    try state.followLink()
    self.init(initialState: state)
  }
}

extension User<Notes> {
  var route: Route { application.store.dependencies.navigator.route }
  var state: NotesState { application.store.state }

  func dispatch(_ item: any Dispatchable) async throws {
    _ = try await application.store.anyDispatch(item).value
    try await rest()
  }

  /// Does steps of a script.
  func use(_ steps: ScriptStep<NoStep>...) async throws {
    try await perform(steps)
  }
}

@MainActor
struct `The screens of the notes` {
  private func start(_ store: NotesStore) async throws -> User<Notes> {
    try await .begin(Notes(store), size: CGSize(width: 320, height: 480))
  }

  @Test func `whoever knows the passphrase sees the notes, and writes one`() async throws {
    let user = try await start(NotesStore())
    #expect(user.route == ["login"])
    try await user.use(.type("open"), .tap("Log in"))
    #expect(user.tree.label("That is another one").exists)
    #expect(user.tree.textField().first?.accessibility.value == "")
    try await user.use(.type("sesame"))
    #expect(
      user.tree.textField().first?.accessibility.value
        == "\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}"
    )
    try await user.use(.tap("Log in"), .tap("New"), .type("Milk\nTwo!"))
    #expect(user.route == ["main", "notes", "note-1"])
    try user.tree.textField().press(.backspace)
    try await user.use(.tap("back"))
    #expect(user.route == ["main", "notes"])
    #expect(user.state.notes[1]?.text == "Milk\nTwo")
    try await user.use(.tap("Milk"))
    #expect(user.tree.textField().first?.accessibility.value == "Milk\nTwo")
  }

  @Test func `nobody sees the notes before, whoever asks for them`() async throws {
    let user = try await start(NotesStore(["Tea"], login: .no))
    await #expect(throws: NavigatorError.self) {
      try await user.dispatch(Navigate(to: ["main", "notes", "note-1"]))
    }
    #expect(user.route == ["login"])
    #expect(user.state.route == ["login"])
    #expect(!user.tree.button("Tea").exists)
  }

  @Test func `a search leaves the notes in which it is found`() async throws {
    let user = try await start(NotesStore(["Tea\nGreen", "Milk", "Green beans"]))
    try user.tree.textField("Search").type("gre")
    try await user.rest()
    #expect(user.tree.label("Tea").exists && user.tree.label("Green beans").exists)
    #expect(!user.tree.label("Milk").exists)
    try await user.use(.tap("Green beans"), .type("!"), .tap("back"))
    #expect(user.state.notes[3]?.text == "Green beans!")
    #expect(user.tree.label("Green beans!").exists && !user.tree.label("Milk").exists)
  }

  @Test func `a tab keeps what is open in it`() async throws {
    let user = try await start(NotesStore(["Tea", "Milk"]))
    try await user.use(.tap("Milk"), .tap("Settings"))
    #expect(user.route == ["main", "settings"])
    #expect(user.state.route == ["main", "settings"])
    try await user.use(.tap("Notes"))
    #expect(user.route == ["main", "notes", "note-2"])
    try await user.use(.tap("back"))
    #expect(user.route == ["main", "notes"])
  }

  @Test func `a link leads to its note, from wherever the user is`() async throws {
    let user = try await start(NotesStore(["Tea", "Milk", "Salt"]))
    try await user.dispatch(OpenLink("notes://note/3"))
    #expect(user.route == ["main", "notes", "note-3"])
    try await user.dispatch(OpenLink("notes://note/1"))
    #expect(user.route == ["main", "notes", "note-1"])
    try await user.use(.tap("Settings"))
    try await user.dispatch(OpenLink("notes://note/2"))
    #expect(user.route == ["main", "notes", "note-2"])
    #expect(user.tree.textField().first?.accessibility.value == "Milk")
    try await user.dispatch(OpenLink("notes://note/4"))
    #expect(user.route == ["main", "notes"])
  }

  @Test func `a link before the login leads to its note after it`() async throws {
    let store = try NotesStore(["Tea", "Milk"], login: .no)
    store.dispatch(OpenLink("notes://note/2"))
    let user = try await start(store)
    #expect(user.route == ["login"])
    try await user.use(.type("sesame"), .tap("Log in"))
    #expect(user.route == ["main", "notes", "note-2"])
    try await user.use(.tap("back"))
    #expect(user.route == ["main", "notes"])
  }

  @Test func `after the log out nobody gets back`() async throws {
    let user = try await start(NotesStore(["Tea"]))
    try await user.use(.tap("Settings"), .tap("Log out"))
    #expect(user.route == ["login"])
    await #expect(throws: NavigatorError.self) { try await user.dispatch(Navigate(to: ["main"])) }
    #expect(user.route == ["login"])
    try await user.use(.type("sesame"), .tap("Log in"))
    #expect(user.route == ["main", "notes"])
  }
}
