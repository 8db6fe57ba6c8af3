import Katana
import KatanaRouter
import Signposts

struct RoutedState: RoutableState {
  var navigationState = NavigationState()
}

/// Shows all but "refused", and marks how long that takes.
@MainActor
final class Shelf: Routable {
  private let signposter = Signposter(subsystem: "traced.program", category: "shelf")

  func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
    if destination.userIdentifier == "refused" { throw Failure() }
    return await signposter.withIntervalSignpost("show") {
      await Task.yield()
      return Shelf()
    }
  }

  func pop(_ destination: Destination) async throws {}

  func change(_ change: RouteChange) async throws -> [Destination: any Routable] {
    Dictionary(uniqueKeysWithValues: change.pushed.map { ($0, Shelf()) })
  }

  func changeActiveDestination(_ active: Destination?) async throws {}

  func reorder(_ order: DestinationList) async throws {}
}

/// Rounds of eight steps: two pushes, one of which throws, a pop, two changes, a reorder and two
/// activations.
@MainActor
func showRoutes(_ rounds: Int) async throws {
  let store = Store<RoutedState, EmptySideEffectDependencyContainer>()
  let router = Router(
    store: store,
    rootRoutable: Shelf(),
    rootIdentifier: "root",
    configuration: RouterConfiguration(resynchronizations: 0, onEvent: { _ in })
  )
  await router.settle()
  let named = { Destination(routableType: Shelf.self, userIdentifier: $0) }
  // Without a name: reports call it as its type.
  let unnamed = Destination(routableType: Shelf.self)
  for _ in 0..<rounds {
    for children in [
      [(named("b"), true)],
      [(named("b"), false), (unnamed, false), (named("d"), true)],
      [(named("d"), true), (named("b"), false), (unnamed, false)],
      [(named("d"), true)],
      [],
      [(named("refused"), false)],
      [],
    ] {
      let root = NavigationNode(
        named("root"),
        isActive: true,
        children: children.map { NavigationNode($0, isActive: $1) }
      )
      try await store.dispatch(SetRoute(NavigationTree(root))).value
      await router.settle()
    }
  }
}
