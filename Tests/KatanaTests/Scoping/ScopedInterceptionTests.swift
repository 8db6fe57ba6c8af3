import Katana
import Synchronization
import Testing

/// Interceptors see an item that is sent to a part as the item itself: an authorization check can't be bypassed.
@Suite(.timeLimit(.minutes(30)))
struct ScopedInterceptionTests {
  struct ShopState: State {
    var user: String?
    var cart = CartState()
    var other = CartState()
  }

  struct CartState: State {
    var items = ListState()
    var count = CounterState()
  }

  protocol NeedsUser {}
  struct Unauthorized: Error {}

  struct AddItem: StateUpdater, NeedsUser {
    let item: Int
    func updateState(_ state: inout CartState) { state.items.items.append(item) }
  }

  struct AddTen: StateUpdater {
    func updateState(_ state: inout CartState) { state.items.items.append(10) }
  }

  struct LogOut: StateUpdater, NeedsUser {
    func updateState(_ state: inout ShopState) { state.user = "nobody" }
  }

  struct Push: StateUpdater, NeedsUser {
    func updateState(_ state: inout ListState) { state.items.append(7) }
  }

  struct ErasedAdd: AnyStateUpdater, NeedsUser {
    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CartState else { return currentState }
      state.items.items.append(-1)
      return state
    }
  }

  struct OnAdded: StateUpdater, DispatchObserverDispatchable {
    let item: Int
    init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State) {
      guard let added = dispatchedItem as? AddItem else { return nil }
      item = added.item
    }
    func updateState(_ state: inout ShopState) { state.user = "added \(item)" }
  }

  private func makeStore(_ interceptors: StoreInterceptor...) -> PlainStore<ShopState> {
    PlainStore(
      interceptors: interceptors,
      configuration: StoreConfiguration(onUnobservedError: { _, _ in })
    )
  }

  @Test func `a check that decides by type decides about parts, nested and erased ones too`() async
  {
    let store = makeStore(
      .deciding { _, item in item is any NeedsUser ? .reject(Unauthorized()) : .proceed }
    )
    let cart = store.scope(\.cart)
    let handles = [
      store.dispatch(LogOut()), cart.dispatch(AddItem(item: 1)),
      cart.scope(\.items).dispatch(Push()),
      store.dispatch(ScopedUpdater(AddItem(item: 1), at: \.cart)),
      store.dispatch(
        ScopedUpdater(ScopedUpdater(Push(), at: \CartState.items), at: \ShopState.cart)
      ),
    ]
    for handle in handles {
      await #expect(throws: Unauthorized.self) { try await handle.value }
    }
    for item in [AddItem(item: 1), ErasedAdd()] as [any Dispatchable] {
      await #expect(throws: Unauthorized.self) { _ = try await cart.anyDispatch(item).value }
    }
    #expect(store.state.user == nil)
    #expect(cart.state.items.items.isEmpty)
    cart.dispatch(AddTen())
    #expect(cart.state.items.items == [10])
  }

  @Test func `a queued updater of a part is seen as what it is`() async throws {
    let store = makeStore(
      .deciding { _, item in item is any NeedsUser ? .reject(Unauthorized()) : .proceed }
    )
    let cart = store.scope(\.cart)
    let queued = Mutex<DispatchHandle<Void>?>(nil)
    store.scope(\.cart.count).dispatch(
      Perform { _ in queued.withLock { $0 = cart.dispatch(AddItem(item: 1)) } }
    )
    let handle = try #require(queued.withLock { $0 })
    await #expect(throws: Unauthorized.self) { try await handle.value }
  }

  @Test func `observers, loggers and the hook for errors see it too`() async throws {
    let lines = Mutex<[String]>([])
    let unobserved = Mutex<[String]>([])
    let store = PlainStore<ShopState>(
      interceptors: [
        ObserverInterceptor.observe([.onDispatch(AddItem.self, [OnAdded.self])]),
        DispatchableLogger.interceptor(blackList: [AddItem.self, OnAdded.self]) { line in
          lines.withLock { $0.append(line) }
        },
        .deciding { _, item in item is Push ? .reject(Unauthorized()) : .proceed },
      ],
      configuration: StoreConfiguration(onUnobservedError: { _, item in
        unobserved.withLock { $0.append("\(type(of: item))") }
      })
    )
    store.scope(\.cart).dispatch(AddItem(item: 3))
    #expect(store.state.user == "added 3")
    #expect(lines.withLock { $0 } == [])
    store.scope(\.cart).dispatch(AddTen())
    #expect(lines.withLock { $0.count } == 1)
    store.scope(\.cart.items).dispatch(Push())
    #expect(unobserved.withLock { $0 } == ["Push"])
  }

  @Test func `a replacement is handled as if it had been sent to the same part`() async throws {
    let replacements = Mutex<[any Dispatchable]>([])
    let store = makeStore(
      .deciding { _, item in
        guard item is AddItem || item is ErasedAdd else { return .proceed }
        return replacements.withLock { $0.popLast() }.map { .replace($0) } ?? .proceed
      }
    )
    func expect(
      _ replacement: any Dispatchable,
      _ comment: Comment,
      _ holds: (ShopState) -> Bool
    ) async throws {
      for item in [AddItem(item: 99), ErasedAdd()] as [any Dispatchable] {
        replacements.withLock { $0 = [replacement] }
        _ = try await store.scope(\.other).anyDispatch(item).value
      }
      #expect(holds(store.state), comment)
    }
    try await expect(AddTen(), "one of the part") { $0.other.items.items == [10, 10] }
    try await expect(AddItem(item: 5), "one of the same type") {
      $0.other.items.items == [10, 10, 5, 5]
    }
    try await expect(ErasedAdd(), "an erased one") {
      $0.other.items.items == [10, 10, 5, 5, -1, -1]
    }
    try await expect(LogOut(), "one of the whole state") { $0.user == "nobody" }
    try await expect(ScopedUpdater(AddTen(), at: \ShopState.cart), "one of another part") {
      $0.cart.items.items == [10, 10] && $0.other.items.items.count == 6
    }
    replacements.withLock { $0 = [Increment()] }
    await #expect(throws: StoreError.self) {
      try await store.scope(\.other).dispatch(AddItem(item: 1)).value
    }
  }

  @Test func `an interceptor that hands an updater of a part on twice has it applied twice`() {
    let twice = StoreInterceptor { _ in
      InterceptorTests.Around { item, next in
        try next(item)
        try next(item)
      }
    }
    let store = makeStore(twice)
    store.scope(\.cart).dispatch(AddItem(item: 4))
    #expect(store.state.cart.items.items == [4, 4])
    #expect(store.state.other.items.items.isEmpty)
  }
}
