import Dispatch
import Foundation
import Katana
import Signposts
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ScopedStoreTests {
  struct ShopState: State {
    var cart = ListState()
    var counter = CounterState()
    var nested = Outer()
  }

  struct Outer: State {
    var inner = CounterState()
  }

  struct CountAll: StateUpdater {
    func updateState(_ state: inout ShopState) { state.counter.counter += 100 }
  }

  /// An updater that only knows its state as `any State`.
  struct ErasedIncrement: ErasedStateUpdater {
    func updatedState(currentState: any State) throws -> any State {
      guard let state = currentState as? CounterState else { return currentState }
      return CounterState(counter: state.counter + 1)
    }
  }

  struct ReadShop: SideEffect {
    func sideEffect(
      _ context: SideEffectContext<ShopState, EmptySideEffectDependencyContainer>
    ) async throws {
      try await context.dispatch(CountAll()).value
    }
  }

  @Test func `a slice is updated where it lies`() {
    let initial = ShopState(cart: ListState(items: Array(0..<100_000)))
    let store = PlainStore(initialState: consume initial)
    let cart = store.scope(\.cart)
    let before = address(of: cart)
    for index in 0..<1000 { cart.dispatch(SetItem(index: index, item: -index)) }
    #expect(address(of: cart) == before)
    #expect(cart.state.items[999] == -999)
    #expect(store.state.cart.items[999] == -999)
  }

  @Test func `updaters of slices and of the whole share one order`() async throws {
    let store = PlainStore<ShopState>()
    let counter = store.scope(\.counter)
    let occupation = Occupation(of: counter)
    let seen = Mutex<[Int]>([])
    let handles = (0..<50).map { index in
      index % 2 == 0
        ? counter.dispatch(
          Perform { state in
            seen.withLock { [count = state.counter] in $0.append(count) }
            state.counter += 1
          }
        )
        : store.dispatch(CountAll())
    }
    #expect(handles.allSatisfy { !$0.isFinished })
    occupation.end()
    for handle in handles { try await handle.value }
    #expect(seen.withLock { $0 } == (0..<25).map { $0 * 101 })
  }

  @Test func `listeners of a slice hear of its changes, and of all where it has no equality`() {
    let store = PlainStore<ShopState>()
    let calls = Mutex<[String]>([])
    store.scope(\.counter).addListener { old, new in
      calls.withLock { $0.append("counter \(old.counter) \(new.counter)") }
    }
    let remove = store.scope(\.cart).addListener { _, new in
      calls.withLock { $0.append("cart \(new.items.count)") }
    }
    store.scope(\.cart).dispatch(Append(item: 1))
    store.scope(\.counter).dispatch(Increment())
    store.scope(\.counter).dispatch(DoNothing())
    remove()
    store.dispatch(CountAll())
    #expect(
      calls.withLock { $0 } == ["cart 1", "counter 0 1", "cart 1", "cart 1", "counter 1 101"]
    )
  }

  @Test func `scopes nest`() {
    let store = PlainStore<ShopState>()
    let inner = store.scope(\.nested).scope(\.inner)
    inner.dispatch(Add(amount: 3))
    #expect(inner.state.counter == 3)
    #expect(store.state.nested.inner.counter == 3)
  }

  @Test func `items of unknown types find the slice, the whole, or an error`() async throws {
    let store = PlainStore<ShopState>(
      configuration: StoreConfiguration(onUnobservedError: { _, _ in })
    )
    let counter = store.scope(\.counter)
    try await counter.anyDispatch(Increment() as any AnyStateUpdater).value
    try await counter.dispatch(ErasedIncrement()).value
    _ = try await counter.anyDispatch(Increment()).value
    _ = try await counter.anyDispatch(CountAll()).value
    _ = try await counter.anyDispatch(ReadShop()).value
    #expect(counter.state.counter == 203)
    await #expect(throws: StoreError.self) {
      try await counter.anyDispatch(Append(item: 1) as any AnyStateUpdater).value
    }
    // The erased one returns what it can't change: for the cart that is no error.
    try await store.scope(\.cart).dispatch(ErasedIncrement()).value
    #expect(store.state.cart.items.isEmpty)
  }

  @Test func `a scoped store serves where a partial store is wanted`() async throws {
    func increment(_ store: some PartialStore<CounterState>) async throws -> Int {
      try await store.dispatch(Increment()).value
      return store.state.counter
    }
    let store = PlainStore<ShopState>()
    #expect(try await increment(store.scope(\.counter)) == 1)
    #expect(store.scope(\.counter).isReady)
  }

  @Test func `a part of a store that isn't ready says so, and may be waited for`() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let store = PlainStore<ShopState> {
      for await _ in gate {}
      return ShopState(counter: CounterState(counter: 7))
    }
    let counter = store.scope(\.counter)
    let partial: any PartialStore<CounterState> = counter
    let erased: any AnyStore = store
    #expect(!counter.isReady)
    #expect(counter.stateIfReady == nil)
    #expect(partial.stateIfReady == nil)
    #expect(erased.anyStateIfReady == nil)
    opener.finish()
    try await counter.waitUntilReady()
    try await partial.waitUntilReady()
    try await erased.waitUntilReady()
    #expect(counter.stateIfReady?.counter == 7)
    #expect(partial.stateIfReady?.counter == 7)
    #expect((erased.anyStateIfReady as? ShopState)?.counter.counter == 7)
  }

  @Test func `waiting for a part of a store that never will be ready throws`() async {
    let store = PlainStore<ShopState> { throw CancellationError() }
    await #expect(throws: StoreError.self) { try await store.scope(\.counter).waitUntilReady() }
    #expect(store.scope(\.counter).stateIfReady == nil)
  }

  @Test func `interceptors and traces see the updater under its own name`() {
    let seen = Mutex<[String]>([])
    let noting = StoreInterceptor.observing(before: { _, item in
      seen.withLock { $0.append(item.debugDescription) }
    })
    let store = PlainStore<ShopState>(interceptors: [noting])
    store.scope(\.counter).dispatch(Increment())
    #expect(seen.withLock { $0 } == [String(reflecting: Increment.self)])
    #expect(
      TraceName(of: ScopedUpdater<ShopState, Increment>.self) == TraceName(of: Increment.self)
    )
  }

  @Test func `a scoped store keeps its store alive`() async throws {
    var store: PlainStore<ShopState>? = PlainStore()
    let counter = try #require(store).scope(\.counter)
    weak let weakStore = store
    store = nil
    #expect(weakStore != nil)
    try await counter.dispatch(Increment()).value
    #expect(counter.state.counter == 1)
  }

  private func address(of cart: ScopedStore<ListState>) -> UInt {
    cart.state.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}
