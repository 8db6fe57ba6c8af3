// The code sample of docs/router.md, and the other ways to declare a screen.

import Katana
import KatanaRouter
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReadmeSamples {
  struct AppState: RoutableState {
    var navigationState = NavigationState()
  }

  // Lives on the main actor, because it names `Routable` where it is declared.
  final class HomeController: Routable {
    private(set) var shown: [ItemController] = []

    func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
      let item = ItemController(number: destination.contextData as? Int)
      shown.append(item)
      return item
    }

    func pop(_ destination: Destination) async throws { shown.removeLast() }
  }

  // Says so itself, because an extension names `Routable`.
  @MainActor final class ItemController {
    var number: Int?
    init(number: Int?) { self.number = number }
  }

  @Test func `a screen is shown, and taken away by the user`() async throws {
    let store = Store<AppState, EmptySideEffectDependencyContainer>()
    let home = HomeController()
    let router = Router(store: store, rootRoutable: home, rootIdentifier: "home")
    let item = Destination(
      routableType: ItemController.self,
      contextData: 42,
      userIdentifier: "item"
    )
    store.dispatch(AddNewDestination(destination: item))
    await router.settle()
    #expect(home.shown.map(\.number) == [42])
    try await router.didPop("item")
    #expect(store.state.navigationState.tree.description == "home*")
  }

  /// Neither final nor annotated, with state of its own.
  class Tabs: Routable {
    var shown: [String] = []

    func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
      shown.append(destination.userIdentifier ?? "")
      return destination.routableType == Panel.self ? Panel() : Drawer()
    }
  }

  final class Panel: Tabs {}

  /// A base that knows nothing of screens.
  @MainActor class Widget {
    var isOpen = false
  }

  final class Drawer: Widget, Routable {
    func update(_ destination: Destination) async throws { isOpen = true }
  }

  @Test func `a screen may have a base, and may be one`() async throws {
    let store = Store<AppState, EmptySideEffectDependencyContainer>()
    let root = Tabs()
    let router = Router(store: store, rootRoutable: root, rootIdentifier: "tabs")
    let path = [
      Destination(routableType: Tabs.self, userIdentifier: "tabs"),
      Destination(routableType: Panel.self, userIdentifier: "panel"),
      Destination(routableType: Drawer.self, userIdentifier: "drawer"),
    ]
    store.dispatch(try SetRoute(path: path))
    await router.settle()
    #expect(root.shown == ["panel"])
    #expect((router.routable(for: "panel") as? Panel)?.shown == ["drawer"])
    #expect((router.routable(for: "drawer") as? Drawer)?.isOpen == false)
  }
}

extension ReadmeSamples.ItemController: Routable {}
