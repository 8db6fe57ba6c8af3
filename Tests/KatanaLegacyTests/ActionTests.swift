import Dispatch
import Foundation
import KatanaLegacy
import KatanaTesting
import Synchronization
import Testing

// Katana itself is not imported: `Store` is the legacy one.
@Suite(.timeLimit(.minutes(30)))
struct ActionTests {
  struct Described: Action {
    func updatedState(currentState: any State) -> any State { currentState }
    var debugDescription: String { "my own words" }
  }

  struct OtherState: State {}

  /// Notes its update and its side effect, and dispatches the next one there.
  struct Step: ActionWithSideEffect {
    let number: Int
    let log: Log
    var last = 2

    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw WrongState() }
      log.append("update \(number)")
      state.counter = number
      return state
    }

    func sideEffect(
      currentState: any State,
      previousState: any State,
      dispatch: @escaping StoreDispatch,
      dependencies: any SideEffectDependencyContainer
    ) {
      let previous = (previousState as? CounterState)?.counter ?? -1
      let current = (currentState as? CounterState)?.counter ?? -1
      if number < last { dispatch(Step(number: number + 1, log: log, last: last)) }
      log.append("side effect \(number): \(previous) to \(current)")
    }
  }

  // L1
  @Test func `an action changes the state, and its description may be its own`() throws {
    let store = Store<CounterState>()
    store.dispatch(Change.add(3))
    #expect(store.state.counter == 3)
    #expect(Described().debugDescription == "my own words")
    #expect(Change.add(1).debugDescription == "KatanaLegacyTests.Change")
  }

  @Test func `an action for another state is rejected, and the program goes on`() async throws {
    let store = Store<OtherState>()
    await #expect(throws: WrongState.self) { try await store.dispatch(Change.add(1)).value }
  }

  @Test func `an action that returns another state is rejected`() async throws {
    struct Wrong: Action {
      func updatedState(currentState: any State) -> any State { OtherState() }
    }
    let store = Store<CounterState>()
    await #expect(throws: StoreError.self) { try await store.dispatch(Wrong()).value }
    #expect(store.state == CounterState())
  }

  // L2
  @Test func `the state is there when the store is`() {
    #expect(Store<CounterState>(initialState: CounterState(counter: 5)).state.counter == 5)
    #expect(Store<CounterState>().isReady)
  }

  @Test func `with an initializer what is dispatched before waits for the state`() async throws {
    let store = Store<CounterState>(stateInitializer: { CounterState(counter: 10) })
    try await store.dispatch(Change.add(1)).value
    #expect(store.state.counter == 11)
  }

  @Test func `before the initial state is there, the state is a new one`() async throws {
    final class Reader: SideEffectDependencyContainer {
      let getState: GetState
      init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
        self.getState = getState
      }
    }
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let store = Store<CounterState>(
      stateInitializer: {
        for await _ in gate {}
        return CounterState(counter: 10)
      },
      dependencies: Reader.self
    )
    let reader = try #require(store.dependencies as? Reader)
    #expect(!store.isReady)
    #expect(store.state == CounterState())
    #expect(store.stateIfReady == nil)
    #expect(try reader.getState() as? CounterState == CounterState())
    opener.finish()
    try await store.waitUntilReady()
    #expect(store.state.counter == 10)
    #expect(store.stateIfReady == CounterState(counter: 10))
    #expect(try reader.getState() as? CounterState == CounterState(counter: 10))
  }

  @Test func `a middleware may read the state of a store that isn't ready, on any thread`()
    async throws
  {
    let found = Mutex<[CounterState?]>([])
    let reading: StoreMiddleware = { getState, _ in
      let isRead = DispatchSemaphore(value: 0)
      let read: @Sendable () -> Void = {
        let state = getState() as? CounterState
        found.withLock { $0.append(state) }
      }
      DispatchQueue.global().async {
        read()
        isRead.signal()
      }
      isRead.wait()
      read()
      return { next in { item in next(item) } }
    }
    let store = Store<CounterState>(
      stateInitializer: { CounterState(counter: 10) },
      middleware: [reading]
    )
    try await store.waitUntilReady()
    #expect(found.withLock { $0 } == [CounterState(), CounterState(counter: 10)])
  }

  // L3
  @Test func `a side effect runs after the publication and before the next action`() {
    let log = Log()
    let store = Store<CounterState>()
    store.addListener { log.append("listener") }
    store.dispatch(Step(number: 1, log: log))
    #expect(
      log.lines == [
        "update 1", "side effect 1: 0 to 1", "listener", "update 2", "side effect 2: 1 to 2",
        "listener",
      ]
    )
  }

  @Test func `with many threads no action comes between an update and its side effect`()
    async throws
  {
    let log = Log()
    let store = Store<CounterState>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<200 {
            let action = Step(number: task * 1000 + number, log: log, last: 0)
            try await store.dispatch(action).value
          }
        }
      }
      try await group.waitForAll()
    }
    let lines = log.lines
    #expect(lines.count == 1600)
    for index in stride(from: 0, to: lines.count, by: 2) {
      let number = lines[index].dropFirst("update ".count)
      #expect(lines[index + 1].hasPrefix("side effect \(number):"))
    }
  }

  // L4
  @Test func `a side effect gets the container that the store has`() {
    final class Container: SideEffectDependencyContainer {
      init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
    }
    struct Look: ActionWithSideEffect {
      let found: @Sendable (any SideEffectDependencyContainer) -> Void
      func updatedState(currentState: any State) -> any State { currentState }
      func sideEffect(
        currentState: any State,
        previousState: any State,
        dispatch: @escaping StoreDispatch,
        dependencies: any SideEffectDependencyContainer
      ) { found(dependencies) }
    }
    let store = Store<CounterState>(dependencies: Container.self)
    let own = store.dependencies as? Container
    let same = Mutex(0)
    let look = Look { container in
      if let container = container as? Container, container === own {
        same.withLock { $0 += 1 }
      }
    }
    store.dispatch(look)
    store.dispatch(look)
    #expect(own != nil)
    #expect(same.withLock { $0 } == 2)
  }

  @Test func `an action works in a modern store, its side effect too`() async throws {
    let log = Log()
    let store = Katana.Store<CounterState, EmptySideEffectDependencyContainer>()
    try await store.dispatch(Step(number: 1, log: log)).value
    #expect(store.state.counter == 2)
    #expect(log.lines.count == 4)
  }

  @Test func `a test store takes actions, and what their side effects dispatch is received`()
    async throws
  {
    let store = TestStore<CounterState, EmptySideEffectDependencyContainer>()
    try await store.send(Change.add(3)) { $0.counter = 3 }
    let log = Log()
    try await store.send(Step(number: 1, log: log)) { $0.counter = 1 }
    let second = try await store.receive(Step.self) { $0.counter = 2 }
    #expect(second.number == 2)
    try await store.finish()
  }

  // L7
  @Test func `listeners are told after each action, by the executor that the store was given`() {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "listeners")
    queue.setSpecific(key: key, value: true)
    let store = Store<CounterState>(listenerExecutor: .queue(queue))
    let calls = Mutex<[Bool]>([])
    store.addListener {
      let isOnQueue = DispatchQueue.getSpecific(key: key) == true
      calls.withLock { $0.append(isOnQueue) }
    }
    store.dispatch(Change.add(1))
    store.dispatch(Change.add(0))
    queue.sync {}
    #expect(calls.withLock { $0 } == [true, true])
  }

  // Defect (b): the original removed by the index at registration.
  @Test func `a listener is removed by what it is, not by where it was`() {
    let log = Log()
    let store = Store<CounterState>()
    let removeA = store.addListener { log.append("a") }
    let removeB = store.addListener { log.append("b") }
    store.addListener { log.append("c") }
    removeA()
    removeB()
    removeB()
    store.dispatch(Change.add(1))
    #expect(log.lines == ["c"])
  }

  // L12
  @Test func `actions are chained on the handle`() async throws {
    let store = Store<CounterState>()
    try await store.dispatch(Change.add(1)).value
    try await store.dispatch(Change { $0.counter *= 10 }).value
    #expect(store.state.counter == 10)
  }
}
