import KatanaLegacy
import Testing

// docs/semantics/legacy.md, L10, case by case.
@Suite(.timeLimit(.minutes(30)))
struct ActionLinkerTests {
  struct Base: Action {
    var amount = 20
    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw WrongState() }
      state.counter = amount
      return state
    }
  }

  struct Halve: LinkeableAction {
    init?(oldState: any State, newState: any State, sourceAction: any Action) {}
    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw WrongState() }
      state.counter /= 2
      return state
    }
  }

  /// Multiplies by 10 what has become 10.
  struct OnlyForTen: LinkeableAction {
    init?(oldState: any State, newState: any State, sourceAction: any Action) {
      guard (newState as? CounterState)?.counter == 10 else { return nil }
    }
    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw WrongState() }
      state.counter *= 10
      return state
    }
  }

  struct Work: AsyncAction {
    var state = AsyncActionState.loading
    private func set(_ value: Int, _ currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw WrongState() }
      state.counter = value
      return state
    }
    func updatedStateForLoading(currentState: any State) throws -> any State {
      try set(0, currentState)
    }
    func updatedStateForCompleted(currentState: any State) throws -> any State {
      try set(100, currentState)
    }
    func updatedStateForFailed(currentState: any State) throws -> any State {
      try set(-100, currentState)
    }
  }

  /// Divides by 10 when the work was done, by -10 when it has failed.
  struct Divide: LinkeableAction {
    let divisor: Int
    init?(oldState: any State, newState: any State, sourceAction: any Action) {
      switch (sourceAction as? Work)?.state {
      case .completed: divisor = 10
      case .failed: divisor = -10
      default: return nil
      }
    }
    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw WrongState() }
      state.counter /= divisor
      return state
    }
  }

  private func store(_ links: [ActionLinks]) -> Store<CounterState> {
    Store(middleware: [ActionLinker.middleware(for: links)])
  }

  @Test func `one link is dispatched after its source`() {
    let store = store([ActionLinks(source: Base.self, links: [Halve.self])])
    store.dispatch(Base())
    #expect(store.state.counter == 10)
  }

  @Test func `two links, or two entries, both count`() {
    for links in [
      [ActionLinks(source: Base.self, links: [Halve.self, Halve.self])],
      [
        ActionLinks(source: Base.self, links: [Halve.self]),
        ActionLinks(source: Base.self, links: [Halve.self]),
      ],
    ] {
      let store = store(links)
      store.dispatch(Base())
      #expect(store.state.counter == 5)
    }
  }

  @Test func `a link that makes nothing is skipped`() {
    let links = [ActionLinks(source: Base.self, links: [OnlyForTen.self])]
    let first = store(links)
    first.dispatch(Base(amount: 10))
    #expect(first.state.counter == 100)
    let second = store(links)
    second.dispatch(Base())
    #expect(second.state.counter == 20)
  }

  @Test func `a link of an asynchronous source looks at its state`() {
    let store = store([ActionLinks(source: Work.self, links: [Divide.self])])
    let work = Work()
    store.dispatch(work)
    #expect(store.state.counter == 0)
    store.dispatch(work.completedAction())
    #expect(store.state.counter == 10)
    store.dispatch(work.failedAction())
    #expect(store.state.counter == 10)
  }
}
