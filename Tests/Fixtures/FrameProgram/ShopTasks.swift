import Foundation
import Katana
import KatanaRouter
import KatanaUI
import NativeViews

/// Sells, and then opens a screen.
struct Buy: SideEffect {
  let number: Int

  func sideEffect(
    _ context: SideEffectContext<ShopState, EmptySideEffectDependencyContainer>
  ) async throws {
    try await context.dispatch(Sell()).value
    let receipt = Destination(routableType: Page.self, userIdentifier: "receipt \(number)")
    try await context.dispatch(AddNewDestination(destination: receipt)).value
  }
}

/// A screen that shows nothing.
@MainActor
final class Page: Routable {
  static var count = 0

  func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
    Self.count += 1
    return Page()
  }
}

/// What the framework makes tasks for: side effects, passes of a router, and flushes of a screen that has no frames.
@MainActor
enum ShopTasks {
  static func run(
    _ count: Int,
    with store: Store<ShopState, EmptySideEffectDependencyContainer>
  ) async throws -> String {
    let router = Router(store: store, rootRoutable: Page(), rootIdentifier: "home")
    await router.settle()
    let container = NativeView()
    container.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let renderer = Renderer(
      rootDescription: SalesScreen(props: .build { $0.frame = container.bounds }),
      store: store
    )
    renderer.render(in: container)
    for number in 0..<count {
      try await store.dispatch(Buy(number: number)).value
      // The main actor is free: what waits for it is done.
      for _ in 0..<10 { await Task.yield() }
    }
    await router.settle()
    return withExtendedLifetime(renderer) { "\(Page.count) screens, \(store.state.sales) sales" }
  }
}
