import Foundation
import Katana
import KatanaRouter
import Tempura

/// A note, whose first line is its title.
struct Note: Codable, Identifiable, ViewModel {
  let id: Int
  var text = ""
  var title: String { text.split(separator: "\n").first.map(String.init) ?? "Empty note" }
  func contains(_ search: String) -> Bool {
    search.isEmpty || text.localizedCaseInsensitiveContains(search)
  }
}

enum Login: String, Codable, Sendable { case no, refused, yes }

/// The whole state: the notes, whether they may be seen, and where the user is.
struct NotesState: State, RoutableState, Codable, Equatable {
  var notes = Entities<Note.ID, Note>()
  var login = Login.no
  /// The note that is to be shown as soon as somebody has logged in.
  var link: Note.ID?
  var navigationState = NavigationState()

  var navigationGuards: [NavigationGuard] {
    let onlyLogin = NavigationGuard("login") { _, new in
      new.screenRoute.allSatisfy { $0 == Screen.login } ? .allow : .refuse(reason: "log in first")
    }
    return login == .yes ? [] : [onlyLogin]
  }

  /// The names of the screens, the root first.
  var route: Route { navigationState.tree.screenRoute }

  /// Goes to the note of the link, or to the list where there is no such one; the screens follow.
  mutating func followLink() throws(NavigationError) {
    let note = link.flatMap { notes[$0] }.map { [Screen.note($0.id)] } ?? []
    let route = login == .yes ? [Screen.main, Screen.notes] + note : [Screen.login]
    let tree = try NavigationTree(screenRoute: route)
    try editNavigation { $0 = tree }
    if login == .yes { link = nil }
  }
}
