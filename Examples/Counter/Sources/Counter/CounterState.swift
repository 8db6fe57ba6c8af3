import KatanaLegacy

// The section "Defining the logic of your app" of the README.

struct CounterState: State {
  var counter: Int = 0
}

// Changed: `any State`, and an error instead of `fatalError("wrong state type")`, which the store reports.
struct IncrementCounter: Action {
  func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? CounterState else { throw wrongState(currentState) }
    state.counter += 1
    return state
  }
}

struct DecrementCounter: Action {
  func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? CounterState else { throw wrongState(currentState) }
    state.counter -= 1
    return state
  }
}

private func wrongState(_ state: any State) -> StoreError {
  .wrongStateType(item: "Counter", expected: "CounterState", found: "\(type(of: state))")
}
