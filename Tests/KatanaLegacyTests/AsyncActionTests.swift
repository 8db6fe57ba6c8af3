import KatanaLegacy
import Testing

@Suite(.timeLimit(.minutes(30)))
struct AsyncActionTests {
  struct Load: AsyncAction, ActionWithSideEffect {
    var state = AsyncActionState.loading
    let payload: Int
    var result = ""
    let log: Log

    private func note(_ word: String, _ currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw WrongState() }
      log.append("\(word) \(payload)")
      state.label = "\(word) \(result)"
      return state
    }

    func updatedStateForLoading(currentState: any State) throws -> any State {
      try note("loading", currentState)
    }

    func updatedStateForCompleted(currentState: any State) throws -> any State {
      try note("completed", currentState)
    }

    func updatedStateForFailed(currentState: any State) throws -> any State {
      try note("failed", currentState)
    }

    func updatedStateForProgress(
      currentState: any State,
      percentage: Double
    ) throws -> any State { try note("progress \(percentage)", currentState) }

    func sideEffect(
      currentState: any State,
      previousState: any State,
      dispatch: @escaping StoreDispatch,
      dependencies: any SideEffectDependencyContainer
    ) { log.append("side effect") }
  }

  // L5
  @Test func `copies keep what the loading action carries, and call their own method`() {
    let log = Log()
    let store = Store<CounterState>()
    let load = Load(payload: 7, log: log)
    #expect(load.state == .loading)
    store.dispatch(load)
    store.dispatch(load.progressAction(percentage: 50))
    store.dispatch(load.completedAction { $0.result = "well" })
    #expect(store.state.label == "completed well")
    store.dispatch(load.failedAction { $0.result = "badly" })
    #expect(store.state.label == "failed badly")
    // L6: the side effect once, for the loading one.
    #expect(
      log.lines == ["loading 7", "side effect", "progress 50.0 7", "completed 7", "failed 7"]
    )
  }

  @Test func `the description says what the copy stands for`() {
    let load = Load(payload: 1, log: Log())
    let name = "KatanaLegacyTests.AsyncActionTests.Load"
    #expect(load.debugDescription == "\(name).loading")
    #expect(load.progressAction(percentage: 39.99).debugDescription == "\(name).progress(39.99)")
    #expect(load.completedAction().debugDescription == "\(name).completed")
    #expect(load.failedAction().debugDescription == "\(name).failed")
  }

  @Test func `without a method for progress the state stays as it is`() throws {
    struct Quiet: AsyncAction {
      var state = AsyncActionState.loading
      func updatedStateForLoading(currentState: any State) -> any State { currentState }
      func updatedStateForCompleted(currentState: any State) -> any State { currentState }
      func updatedStateForFailed(currentState: any State) -> any State { currentState }
    }
    let progress = Quiet().progressAction(percentage: 3)
    let state = try progress.updatedState(currentState: CounterState(counter: 4))
    #expect(state as? CounterState == CounterState(counter: 4))
  }
}
