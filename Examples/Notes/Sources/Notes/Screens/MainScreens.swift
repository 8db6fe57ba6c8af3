import Katana
import NativeViews
import Tempura

enum Screen {
  static let (login, main, notes, settings) = ("login", "main", "notes", "settings")
  /// The name says which note it is, so that it can be linked to and restored.
  static func note(_ id: Note.ID) -> RouteElementIdentifier { "note-\(id)" }
}

/// What is seen after the login; it changes tabs by itself, whose names are those of the screens at their bottoms.
final class MainTabs: TabBarController, Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.main }

  init(store: NotesStore) {
    let notes = NavigationController(rootViewController: NotesScreen(store: store))
    super.init(viewControllers: [notes, SettingsScreen(store: store)])
  }
}

/// A screen that shows nothing of the state needs no view model.
final class SettingsScreen: AnyViewController, Routable {
  private let store: NotesStore
  var routeIdentifier: RouteElementIdentifier { Screen.settings }

  init(store: NotesStore) {
    self.store = store
    super.init()
    title = "Settings"
  }

  override func loadView() -> NativeView {
    let logOut = BarButton("Log out")
    logOut.onTap = { [store] in store.dispatch(SetLogin(login: .no)) }
    return logOut
  }
}
