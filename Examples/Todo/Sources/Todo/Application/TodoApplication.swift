import Katana
import NativeViews
import Tempura

/// The application in a tree of views: what an `AppDelegate` is elsewhere.
@MainActor
final class TodoApplication: RootInstaller {
  let store: TodoStore
  let window: Window

  var navigator: Navigator { store.dependencies.navigator }

  /// Makes the application in the tree of a window of GTK, of an image, or of nothing.
  init(store: TodoStore, in tree: ViewTree) {
    self.store = store
    window = Window(tree: tree)
  }

  /// Shows the route of the state, or the list where it has none.
  @discardableResult
  func start() -> Task<Void, any Error> {
    // The route is a part of the state from now on, and what users do by hand is dispatched.
    navigator.connect(to: store)
    return navigator.start(using: self, in: window, at: Screen.list)
  }

  /// Takes note that the user has closed the window that shows the tree.
  func windowDidClose() {
    navigator.windowDidClose()
    window.isVisible = false
  }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard identifier == Screen.list else { return false }
    let list = ListViewController(store: store)
    window.rootViewController = NavigationController(rootViewController: list)
    completion()
    return true
  }
}
