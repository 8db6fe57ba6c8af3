import Dispatch
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct LifeTests {
  struct Failure: Error {}

  struct Report: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      try #require(context.getAnyState() as? CounterState).counter
    }
  }

  @Test func `what is dispatched before the state is there is handled in order`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = PlainStore<ListState> {
      for await _ in gate { break }
      return ListState(items: [0])
    }
    #expect(!store.isReady)
    #expect(store.stateIfReady == nil)
    let handles = (1...100).map { store.dispatch(Append(item: $0)) }
    #expect(handles.allSatisfy { !$0.isFinished })
    open.yield()
    try await store.waitUntilReady()
    for handle in handles { try await handle.value }
    #expect(store.isReady)
    #expect(store.state.items == Array(0...100))
  }

  @Test func `a side effect starts only when the state is there`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = PlainStore<CounterState> {
      for await _ in gate { break }
      return CounterState(counter: 42)
    }
    let handle = store.dispatch(Report())
    open.yield()
    #expect(try await handle.value == 42)
  }

  @Test func `the dependencies may dispatch while they are made, but not read`() async throws {
    final class Eager: SideEffectDependencyContainer {
      init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
        #expect(throws: StoreError.notReady) { try getState() }
        _ = dispatch(Add(amount: 3))
      }
    }
    let store = Store<CounterState, Eager>(initialState: CounterState(counter: 4))
    #expect(store.state.counter == 7)
  }

  @Test func `interceptors are bound once, in order, and what they dispatch then is handled`() {
    let bound = Mutex<[Int]>([])
    let interceptors = (0..<3).map { index in
      StoreInterceptor { context in
        bound.withLock { $0.append(index) }
        _ = context.anyDispatch(Add(amount: 10))
        return StoreInterceptor.observing().bound(to: context)
      }
    }
    let store = PlainStore<CounterState>(interceptors: interceptors)
    store.dispatch(Increment())
    #expect(bound.withLock { $0 } == [0, 1, 2])
    #expect(store.state.counter == 31)
  }

  @Test func `an initializer that throws rejects everything`() async throws {
    let store = PlainStore<CounterState> { throw Failure() }
    let handle = store.dispatch(Increment())
    let effect = store.dispatch(Report())
    let expected = StoreError.initializationFailed(reason: "Failure()")
    await #expect(throws: expected) { try await store.waitUntilReady() }
    await #expect(throws: expected) { try await handle.value }
    await #expect(throws: expected) { _ = try await effect.value }
    await #expect(throws: expected) { try await store.dispatch(Increment()).value }
    #expect(!store.isReady)
    // As the streams that were there before, one that comes later ends.
    for await _ in store.states() { Issue.record("there is no state") }
  }

  @Test func `a store that is dropped cancels its side effects`() async throws {
    struct Sleep: SideEffect {
      let began: @Sendable () -> Void
      func sideEffect(
        _ context: SideEffectContext<CounterState, EmptySideEffectDependencyContainer>
      ) async throws {
        began()
        try await Task.sleep(for: .seconds(600))
      }
    }
    let (started, continuation) = AsyncStream<Void>.makeStream()
    var store: PlainStore<CounterState>? = PlainStore()
    let handle = try #require(store).dispatch(Sleep { continuation.yield() })
    for await _ in started { break }
    store = nil
    await #expect(throws: CancellationError.self) { try await handle.value }
  }

  @Test func `stores that come and go with items in flight leave nothing behind`() async throws {
    final class Canary: SideEffectDependencyContainer {
      static let alive = Atomic<Int>(0)
      let dispatch: AnyDispatch

      init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
        self.dispatch = dispatch
        Canary.alive.add(1, ordering: .relaxed)
      }

      deinit { Canary.alive.subtract(1, ordering: .relaxed) }
    }
    struct Wait: SideEffect {
      func sideEffect(_ context: SideEffectContext<CounterState, Canary>) async throws {
        try await context.dispatch(Increment()).value
        try await Task.sleep(for: .seconds(600))
      }
    }
    for round in 0..<1000 {
      let store = Store<CounterState, Canary>(
        interceptors: [.observing()],
        configuration: StoreConfiguration(onUnobservedError: { _, _ in })
      )
      store.addListener { _, _ in }
      store.dispatch(Increment())
      store.dispatch(Wait())
      if round.isMultiple(of: 2) { await Task.yield() }
    }
    for _ in 0..<2000 where Canary.alive.load(ordering: .relaxed) > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(Canary.alive.load(ordering: .relaxed) == 0)
  }

  @Test func `reading the state too early stops the program with a reason`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let store = Store<CounterState, EmptySideEffectDependencyContainer> {
        try await Task.sleep(for: .seconds(600))
        return CounterState()
      }
      _ = store.state
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains("before the store was ready"))
  }
}
