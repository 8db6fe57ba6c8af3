import Dispatch
import Foundation
import Katana

/// A store whose side effects need nothing.
typealias PlainStore<S: State> = Store<S, EmptySideEffectDependencyContainer>

struct CounterState: State, Equatable {
  var counter = 0
}

struct Increment: StateUpdater {
  func updateState(_ state: inout CounterState) { state.counter += 1 }
}

struct Add: StateUpdater {
  let amount: Int
  func updateState(_ state: inout CounterState) { state.counter += amount }
}

struct DoNothing: StateUpdater {
  func updateState(_ state: inout CounterState) {}
}

/// An updater that does what the test says, such as waiting.
struct Perform: StateUpdater {
  let body: @Sendable (inout CounterState) -> Void
  func updateState(_ state: inout CounterState) { body(&state) }
}

struct ListState: State {
  var items: [Int] = []
}

struct Append: StateUpdater {
  let item: Int
  func updateState(_ state: inout ListState) { state.items.append(item) }
}

struct SetItem: StateUpdater {
  let index: Int
  let item: Int
  func updateState(_ state: inout ListState) { state.items[index] = item }
}

/// A store that another thread is busy with, until the test lets it go on.
struct Occupation {
  private let proceed = DispatchSemaphore(value: 0)

  /// Returns as soon as the thread runs its updater, which goes on as the closure says.
  init(
    of store: some PartialStore<CounterState>,
    request: String = "none",
    then change: @escaping @Sendable (inout CounterState) -> Void = { _ in }
  ) {
    let began = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [proceed] in
      TaskLocalTests.$request.withValue(request) {
        _ = store.dispatch(
          Perform { state in
            began.signal()
            proceed.wait()
            change(&state)
          }
        )
      }
    }
    began.wait()
  }

  func end() { proceed.signal() }
}
