import Katana
import KatanaRouter
import KatanaTesting
import Tempura
import Testing

#if canImport(Notes)
@testable import Notes
#endif

@Suite(.locatedTestStoreErrors)
struct `The logic of the notes` {
  private let store = TestStore<NotesState, NotesDependencies>(timeout: .seconds(600))

  private let login: NavigationState
  private let notes: NavigationState
  private let editor: NavigationState

  init() throws {
    func navigation(_ route: Route) throws -> NavigationState {
      NavigationState(try NavigationTree(screenRoute: route))
    }
    login = try navigation(["login"])
    notes = try navigation(["main", "notes"])
    editor = try navigation(["main", "notes", "note-1"])
  }

  @Test func `a wrong passphrase is refused, and the right one leads to the notes`() async throws {
    store.send(LogIn(passphrase: "please"))
    try await store.receive(SetLogin(login: .refused)) {
      ($0.login, $0.navigationState) = (.refused, login)
    }
    store.send(LogIn(passphrase: "sesame"))
    try await store.receive(SetLogin(login: .yes)) {
      ($0.login, $0.navigationState) = (.yes, notes)
    }
    try await store.finish()
  }

  @Test func `a new note is shown, and its first line is its title`() async throws {
    try await store.send(SetLogin(login: .yes)) {
      ($0.login, $0.navigationState) = (.yes, notes)
    }
    try await store.send(AddNote()) {
      $0.notes.append(Note(id: 1))
      $0.navigationState = editor
    }
    try await store.send(SetText(id: 1, text: "Tea\nGreen")) { $0.notes[1]?.text = "Tea\nGreen" }
    #expect(store.state.notes[1]?.title == "Tea")
    try await store.send(SetText(id: 99, text: "Nobody's"))
    try await store.finish()
  }

  @Test func `nobody gets to the notes without having logged in`() async throws {
    for route in [["main", "notes"], ["main"], ["login", "main"]] {
      await #expect(throws: NavigationError.refused(guard: "login", reason: "log in first")) {
        try await store.store.dispatch(SetRoute(NavigationTree(screenRoute: route))).value
      }
    }
    #expect(store.store.state == NotesState())
  }

  @Test func `a link is kept until somebody has logged in, and followed once`() async throws {
    try await store.send(OpenLink("notes://note/1")) {
      ($0.link, $0.navigationState) = (1, login)
    }
    // Nobody has written that note.
    try await store.send(SetLogin(login: .yes)) {
      ($0.login, $0.link, $0.navigationState) = (.yes, nil, notes)
    }
    try await store.send(AddNote()) {
      $0.notes.append(Note(id: 1))
      $0.navigationState = editor
    }
    try await store.send(OpenLink("notes://note/7")) { $0.navigationState = notes }
    try await store.send(OpenLink("notes://note/1")) { $0.navigationState = editor }
    try await store.finish()
  }

  @Test(arguments: [
    ("notes://note/3", 3), ("notes://note/", nil), ("notes://page/3", nil), ("3", nil),
  ])
  func `a link tells a note`(link: String, note: Int?) {
    #expect(OpenLink(link).note == note)
  }
}
