import Katana
import KatanaTesting

struct CounterState: State, Equatable {
  var counter = 0
  var title = "none"
  var tags: [String: Int] = ["a": 1, "b": 2]
}

struct SetCounter: StateUpdater, Equatable {
  let value: Int
  func updateState(_ state: inout CounterState) { state.counter = value }
}

/// Without `Equatable`: told apart by its description.
struct SetTitle: StateUpdater {
  let title: String
  func updateState(_ state: inout CounterState) { state.title = title }
}

final class ClockDependencies: SideEffectDependencyContainer {
  let clock = TestClock()
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

typealias CounterTestStore = TestStore<CounterState, ClockDependencies>
typealias CounterContext = SideEffectContext<CounterState, ClockDependencies>

struct Broken: Error {}

/// Waits on the clock, then dispatches.
struct FetchCounter: SideEffect, Equatable {
  let value: Int
  var delay = Duration.zero
  func sideEffect(_ context: CounterContext) async throws {
    if delay > .zero { try await context.dependencies.clock.sleep(for: delay) }
    try await context.dispatch(SetCounter(value: value)).value
    context.dispatch(SetTitle(title: "fetched"))
  }
}

struct Outermost: SideEffect {
  func sideEffect(_ context: CounterContext) async throws {
    try await context.dispatch(FetchCounter(value: 1)).value
  }
}

struct Fail: SideEffect {
  func sideEffect(_ context: CounterContext) async throws { throw Broken() }
}
