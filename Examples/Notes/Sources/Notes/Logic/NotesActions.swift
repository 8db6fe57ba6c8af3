import Katana
import KatanaRouter
import Tempura

/// What changes the state, and is kept in the log.
protocol NotesAction: StateUpdater, Codable, Equatable where StateType == NotesState {}

struct SetLogin: NotesAction {
  let login: Login

  func updateState(_ state: inout NotesState) throws(NavigationError) {
    state.login = login
    try state.followLink()
  }
}

/// Adds an empty note, and shows it.
struct AddNote: NotesAction {
  func updateState(_ state: inout NotesState) throws(NavigationError) {
    state.link = state.notes.count + 1
    state.notes.append(Note(id: state.notes.count + 1))
    try state.followLink()
  }
}

struct SetText: NotesAction {
  let id: Note.ID
  let text: String

  func updateState(_ state: inout NotesState) { state.notes[id]?.text = text }
}

/// Goes where a link leads, such as `notes://note/3`; once somebody has logged in.
struct OpenLink: NotesAction {
  let note: Note.ID?

  init(_ link: String) { note = link.wholeMatch(of: #/notes://note/(\d+)/#).flatMap { Int($0.1) } }

  func updateState(_ state: inout NotesState) throws(NavigationError) {
    state.link = note
    try state.followLink()
  }
}

extension DispatchableRegistry {
  /// The names of the items in the log.
  static var notes: DispatchableRegistry {
    var registry = DispatchableRegistry()
    registry.registerNavigation()
    registry.register(SetLogin.self, AddNote.self, SetText.self, OpenLink.self)
    return registry
  }
}
