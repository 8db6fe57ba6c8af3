import KatanaLegacy
import Synchronization
import Testing

import class Katana.Store

/// An action that is sent to a part of a modern store is an action of the part.
@Suite(.timeLimit(.minutes(30)))
struct ScopedActionTests {
  struct ShopState: State {
    var cart = CartState()
  }

  struct CartState: State, Equatable {
    var count = 0
  }

  struct Count: ActionWithSideEffect {
    var amount = 1
    func updatedState(currentState: any State) -> any State {
      guard var state = currentState as? CartState else { return currentState }
      state.count += amount
      return state
    }

    func sideEffect(
      currentState: any State,
      previousState: any State,
      dispatch: @escaping StoreDispatch,
      dependencies: any SideEffectDependencyContainer
    ) {
      guard let current = currentState as? CartState, let previous = previousState as? CartState
      else { return }
      if current.count - previous.count == 1 { dispatch(Count(amount: 10)) }
    }
  }

  struct Linked: LinkeableAction {
    init?(oldState: any State, newState: any State, sourceAction: any Action) {
      guard sourceAction is Count else { return nil }
    }
    func updatedState(currentState: any State) -> any State {
      guard var state = currentState as? ShopState else { return currentState }
      state.cart.count += 100
      return state
    }
  }

  @Test func `its side effect runs, its links and the logger's black list see it`() {
    let lines = Mutex<[String]>([])
    let middleware: [StoreMiddleware] = [
      ActionLinker.middleware(for: [ActionLinks(source: Count.self, links: [Linked.self])]),
      ActionLogger.middleware(blackList: [Count.self, Linked.self]) { line in
        lines.withLock { $0.append(line) }
      },
    ]
    let store = Katana.Store<ShopState, EmptySideEffectDependencyContainer>(
      interceptors: middleware.map { middlewareToInterceptor($0) }
    )
    store.scope(\.cart).dispatch(Count())
    #expect(store.state.cart.count == 211)
    #expect(lines.withLock { $0 } == [])
  }
}
