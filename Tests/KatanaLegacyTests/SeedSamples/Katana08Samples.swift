// The logic samples of the README of Katana 0.x and of the CocoaPods page of 0.8.2, which are the same,
// as programs write them now.

import KatanaLegacy
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct Katana08Samples {
  // "Your entire app `State` is defined in a single struct": unchanged.
  struct CounterState: State {
    var counter: Int = 0
  }

  // "The app `State` can only be modified by an `Action`". Changed: `any State` instead of `State`, and an
  // error instead of `fatalError("wrong state type")`, which the store reports.
  struct IncrementCounter: Action {
    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else {
        throw StoreError.wrongStateType(
          item: debugDescription,
          expected: "\(CounterState.self)",
          found: "\(type(of: currentState))"
        )
      }
      state.counter += 1
      return state
    }
  }

  @Test func `the store dispatches actions, and tells of every change`() {
    let calls = Mutex(0)

    // "The `Store` contains and manages your entire app `State`": unchanged.
    let store = Store<CounterState>()
    store.dispatch(IncrementCounter())

    // "You can ask the `Store` to be notified about every change": unchanged.
    store.addListener {
      // the app state has changed
      calls.withLock { $0 += 1 }
    }

    store.dispatch(IncrementCounter())
    #expect(store.state.counter == 2)
    #expect(calls.withLock { $0 } == 1)
  }

  final class DependenciesContainer: SideEffectDependencyContainer {
    required init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  @Test func `the store of Tempura's README is made with the same words`() {
    // tempura-readme: `self.store = Store<CounterState>(middleware: [], dependencies: ...)`: unchanged.
    let store = Store<CounterState>(middleware: [], dependencies: DependenciesContainer.self)
    #expect(store.dependencies is DependenciesContainer)
  }
}
