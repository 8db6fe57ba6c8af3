import Foundation
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct SideEffectTests {
  struct Failure: Error, Equatable {}

  final class Dependencies: SideEffectDependencyContainer {
    let dispatch: AnyDispatch
    let getState: GetState

    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
      self.dispatch = dispatch
      self.getState = getState
    }
  }

  /// A side effect that does what the test says.
  struct Effect: SideEffect {
    let body: @Sendable (SideEffectContext<CounterState, Dependencies>) async throws -> Void

    init(
      _ body:
        @escaping @Sendable (SideEffectContext<CounterState, Dependencies>) async throws ->
        Void
    ) {
      self.body = body
    }

    func sideEffect(_ context: SideEffectContext<CounterState, Dependencies>) async throws {
      try await body(context)
    }
  }

  struct Multiply: ReturningSideEffect {
    let factor: Int

    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      let state = try #require(context.getAnyState() as? CounterState)
      return state.counter * factor
    }
  }

  /// Awaits itself, one level deeper.
  struct Nested: ReturningSideEffect {
    let depth: Int

    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      if depth == 0 { return 0 }
      return try await context.dispatch(Nested(depth: depth - 1)).value + 1
    }
  }

  private func makeStore() -> Store<CounterState, Dependencies> {
    Store()
  }

  @Test func `a side effect reads the state at each call, and awaits what it dispatches`()
    async throws
  {
    let store = makeStore()
    let seen = Mutex<[Int]>([])
    try await store.dispatch(
      Effect { context in
        seen.withLock { $0.append(context.getState().counter) }
        try await context.dispatch(Increment()).value
        seen.withLock { $0.append(context.getState().counter) }
      }
    ).value
    #expect(seen.withLock { $0 } == [0, 1])
  }

  @Test func `a returning side effect gives its value in its own type`() async throws {
    let store = makeStore()
    try await store.dispatch(Add(amount: 5)).value
    let product: Int = try await store.dispatch(Multiply(factor: 2)).value
    #expect(product == 10)
    let erased = try await store.anyDispatch(Multiply(factor: 3)).value
    #expect(erased as? Int == 15)
  }

  @Test func `side effects that await side effects don't block threads`() async throws {
    let store = makeStore()
    let depths = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<32 { group.addTask { try await store.dispatch(Nested(depth: 64)).value } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(depths == [Int](repeating: 64, count: 32))
  }

  @Test func `an error reaches the one who awaits`() async throws {
    let store = makeStore()
    await #expect(throws: Failure.self) {
      try await store.dispatch(Effect { _ in throw Failure() }).value
    }
    #expect(store.state.counter == 0)
  }

  @Test func `an error that nobody asks for reaches the hook, and only then`() async throws {
    let unobserved = Mutex<[String]>([])
    let configuration = StoreConfiguration(onUnobservedError: { error, item in
      unobserved.withLock { $0.append("\(type(of: item)): \(type(of: error))") }
    })
    let store = Store<CounterState, Dependencies>(configuration: configuration)
    do {
      let observed = store.dispatch(Effect { _ in throw Failure() })
      await #expect(throws: Failure.self) { try await observed.value }
    }
    #expect(unobserved.withLock { $0 } == [])
    store.dispatch(Effect { _ in throw Failure() })
    while unobserved.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(unobserved.withLock { $0 } == ["Effect: Failure"])
  }

  @Test func `all side effects have the same dependencies, which reach the store`() async throws {
    let store = makeStore()
    try await store.dispatch(
      Effect { context in
        #expect(context.dependencies === store.dependencies)
        _ = try await context.dependencies.dispatch(Increment()).value
        let state = try context.dependencies.getState()
        #expect((state as? CounterState)?.counter == 1)
      }
    ).value
    #expect(store.state.counter == 1)
  }

  @Test func `a cancelled side effect sees it, and its handle says so`() async throws {
    let store = makeStore()
    let (began, continuation) = AsyncStream<Void>.makeStream()
    let handle = store.dispatch(
      Effect { _ in
        continuation.yield()
        try await Task.sleep(for: .seconds(600))
      }
    )
    for await _ in began { break }
    handle.cancel()
    await #expect(throws: CancellationError.self) { try await handle.value }
  }

  @Test func `a side effect of another store is rejected with both types named`() async throws {
    let store = Store<CounterState, EmptySideEffectDependencyContainer>()
    let error = await #expect(throws: StoreError.self) {
      try await store.dispatch(Effect { _ in }).value
    }
    guard case .wrongContext(let item, let expected, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(item.contains("Effect"))
    #expect(expected.contains("Dependencies"))
    #expect(found.contains("EmptySideEffectDependencyContainer"))
  }

  @Test func `an updater of another state is rejected and changes nothing`() async throws {
    let store = makeStore()
    let updater: any AnyStateUpdater = Append(item: 1)
    await #expect(throws: StoreError.self) { try await store.anyDispatch(updater).value }
    #expect(store.state.counter == 0)
  }

  /// Returns a state that isn't the store's.
  struct ReturnList: AnyStateUpdater {
    func updatedState(currentState: any State) throws -> any State { ListState() }
  }

  @Test func `an updater that returns another state is told from the state the right way round`()
    async throws
  {
    let store = makeStore()
    let error = StoreError.wrongStateType(
      item: ReturnList().debugDescription,
      expected: "ListState",
      found: "CounterState"
    )
    await #expect(throws: error) { _ = try await store.anyDispatch(ReturnList()).value }
    #expect(error.description.contains("it changes ListState, the state is CounterState"))
    #expect(store.state.counter == 0)
  }

  @Test func `an item that is neither or both is rejected`() async throws {
    struct Neither: Dispatchable {}
    struct Both: StateUpdater, AnySideEffect {
      func updateState(_ state: inout CounterState) { state.counter = -1 }
      func anySideEffect(_ context: any AnySideEffectContext) async throws -> any Sendable { () }
    }
    let store = makeStore()
    await #expect(
      throws: StoreError.invalidDispatchable(
        item: Neither().debugDescription,
        isUpdater: false,
        isSideEffect: false
      )
    ) { _ = try await store.anyDispatch(Neither()).value }
    await #expect(
      throws: StoreError.invalidDispatchable(
        item: Both().debugDescription,
        isUpdater: true,
        isSideEffect: true
      )
    ) { _ = try await store.anyDispatch(Both()).value }
    #expect(store.state.counter == 0)
  }

  @Test func `an item of a class is what its subclass makes of it`() async throws {
    class Base: Dispatchable, @unchecked Sendable {}
    final class Updater: Base, StateUpdater, @unchecked Sendable {
      func updateState(_ state: inout CounterState) { state.counter += 1 }
    }
    let store = makeStore()
    _ = try await store.anyDispatch(Updater() as Base).value
    try await store.anyDispatch(Updater() as any AnyStateUpdater).value
    #expect(store.state.counter == 2)
  }

  @Test func `a description of its own is used, through the existential as well`() {
    struct Described: StateUpdater, CustomDebugStringConvertible {
      var debugDescription: String { "described" }
      func updateState(_ state: inout CounterState) {}
    }
    let items: [any Dispatchable] = [Described(), Increment()]
    #expect(items.map(\.debugDescription) == ["described", "KatanaTests.Increment"])
  }
}
