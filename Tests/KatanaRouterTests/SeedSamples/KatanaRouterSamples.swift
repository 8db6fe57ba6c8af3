// Every code sample of KatanaRouter's README, in its order, as programs write it now. What changed is
// said beside it: screens of a headless program stand for UIKit's controllers.

import Katana
import KatanaRouter
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct KatanaRouterSamples {
  // Unchanged, but for `State`'s `Sendable`, which is inferred.
  struct MyState: State, RoutableState {
    var navigationState: NavigationState = NavigationState()
  }

  typealias MyStore = Store<MyState, EmptySideEffectDependencyContainer>

  final class FirstChildView: Routable {}
  final class SecondChildView: Routable {}

  @MainActor
  final class RandomViewController {
    var shown: [any Routable] = []
    var selectedIndex: Int?
    /// Forgets to call the completion handler of pushes.
    var isForgetful = false
  }

  @Test func `changing state, pushing and popping`() async throws {
    let store = MyStore()
    let root = RandomViewController()
    let router = Router(store: store, rootRoutable: root)
    await router.settle()

    func didTapPush() -> DispatchHandle<Void> {
      // RandomViewController conforms to `Routable` type
      let pushAction = AddNewDestination(
        destination: Destination(routableType: RandomViewController.self)
      )
      return store.dispatch(pushAction)
    }
    try await didTapPush().value
    await router.settle()
    #expect(root.shown.count == 1)
    let pushed = try #require(store.state.navigationState.tree.activeLeaf?.destination)
    #expect(router.routable(for: pushed.id) === root.shown[0])

    try await store.dispatch(RemoveCurrentDestination()).value
    await router.settle()
    #expect(root.shown.isEmpty)
  }

  @Test func `changing several children and which of them is active`() async throws {
    let store = MyStore()
    let root = RandomViewController()
    let router = Router(store: store, rootRoutable: root, rootIdentifier: "root")
    await router.settle()
    let first = Destination(routableType: FirstChildView.self, userIdentifier: "first")
    let second = Destination(routableType: SecondChildView.self, userIdentifier: "second")
    try await store.dispatch(
      AddChildrenToDestination(
        identifier: "root",
        destinations: [first, second],
        activeDestination: second
      )
    ).value
    await router.settle()
    #expect(root.shown.count == 2)
    #expect(root.selectedIndex == 1)
    try await store.dispatch(SetActiveDestination(identifier: "first")).value
    await router.settle()
    #expect(root.selectedIndex == 0)
  }

  @Test func `a completion handler that is never called leaves what was pushed known`() async throws
  {
    let store = MyStore()
    let root = RandomViewController()
    root.isForgetful = true
    let errors = ErrorLog()
    let router = Router(
      store: store,
      rootRoutable: root,
      configuration: RouterConfiguration(stepTimeout: .zero) { event in
        if case .failed(let error) = event { errors.errors.append(error) }
      }
    )
    await router.settle()
    let pushed = Destination(routableType: RandomViewController.self)
    try await store.dispatch(SetRoute(path: path(router, pushed))).value
    await router.settle()
    #expect(router.routable(for: pushed.id) != nil)
    guard case .timedOut(.push(pushed, _, _), .zero) = errors.errors.first else {
      Issue.record("\(errors.errors)")
      return
    }
  }

  final class ErrorLog: Sendable {
    @MainActor var errors: [RouterError] = []
  }

  private func path(_ router: Router, _ pushed: Destination) -> [Destination] {
    [router.realizedTree.root?.destination].compactMap { $0 } + [pushed]
  }
}

// Changed: `CompletionRoutable` is the shape with completion handlers; `any` stands before `Routable`;
// what isn't supported can't return nothing, so the cases that call `fatalError` are left out.
extension KatanaRouterSamples.RandomViewController: CompletionRoutable {
  func push(
    destination: Destination,
    completionHandler: @escaping RoutableCompletion
  ) -> any Routable {
    let randomViewController = KatanaRouterSamples.RandomViewController()
    shown.append(randomViewController)
    if !isForgetful { completionHandler() }
    return randomViewController
  }

  func pop(destination: Destination, completionHandler: @escaping RoutableCompletion) {
    switch destination.routableType {
    case is KatanaRouterSamples.RandomViewController.Type: shown.removeLast()
    default: break
    }
    completionHandler()
  }

  func change(
    destinationsToPop: [Destination],
    destinationsToPush: [Destination],
    completionHandler: @escaping RoutableCompletion
  ) -> [Destination: any Routable] {
    var createdRoutables: [Destination: any Routable] = [:]
    for destinationToPush in destinationsToPush {
      switch destinationToPush.routableType {
      case is KatanaRouterSamples.FirstChildView.Type:
        createdRoutables[destinationToPush] = KatanaRouterSamples.FirstChildView()
      case is KatanaRouterSamples.SecondChildView.Type:
        createdRoutables[destinationToPush] = KatanaRouterSamples.SecondChildView()
      default: break
      }
    }
    shown.append(contentsOf: createdRoutables.values)
    completionHandler()
    return createdRoutables
  }

  func changeActiveDestination(
    currentActiveDestination: Destination,
    completionHandler: @escaping RoutableCompletion
  ) {
    switch currentActiveDestination.routableType {
    case is KatanaRouterSamples.FirstChildView.Type: selectedIndex = 0
    case is KatanaRouterSamples.SecondChildView.Type: selectedIndex = 1
    default: break
    }
    completionHandler()
  }
}
