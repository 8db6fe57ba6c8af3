import Katana
import Synchronization
import Testing

/// An updater that throws leaves the state exactly as it was.
@Suite(.timeLimit(.minutes(30)))
struct ThrowingUpdaterTests {
  struct Bank: State, Equatable {
    var checking = Account()
    var savings = Account()
    var history: [Int] = []
  }

  struct Account: State, Equatable, Codable {
    var balance = 100
    var entries: [Int] = []
  }

  struct Overdrawn: Error, Equatable {
    let missing: Int
  }

  /// Changes the account before it looks.
  struct Withdraw: StateUpdater, Codable {
    let amount: Int
    func updateState(_ state: inout Account) throws(Overdrawn) {
      state.balance -= amount
      state.entries.append(-amount)
      if state.balance < 0 { throw Overdrawn(missing: -state.balance) }
    }
  }

  struct Transfer: StateUpdater {
    let amount: Int
    func updateState(_ state: inout Bank) throws {
      state.savings.balance += amount
      state.history.append(amount)
      try Withdraw(amount: amount).updateState(&state.checking)
    }
  }

  struct ErasedTransfer: ErasedStateUpdater {
    let amount: Int
    func updatedState(currentState: any State) throws -> any State {
      try Transfer(amount: amount).updatedState(currentState: currentState)
    }
  }

  private func makeStore(_ interceptors: StoreInterceptor...) -> PlainStore<Bank> {
    PlainStore(
      interceptors: interceptors,
      configuration: StoreConfiguration(onUnobservedError: { _, _ in })
    )
  }

  private func expectRefusals(in store: PlainStore<Bank>) async {
    let before = store.versionedState
    let checking = store.scope(\.checking)
    let handles = [
      store.dispatch(Transfer(amount: 150)), checking.dispatch(Withdraw(amount: 150)),
      store.anyDispatch(Transfer(amount: 150)), checking.anyDispatch(Withdraw(amount: 150)),
      store.dispatch(ErasedTransfer(amount: 150)),
    ]
    for handle in handles {
      await #expect(throws: Overdrawn(missing: 50)) { try await handle.value }
    }
    #expect(store.state == before.state)
    #expect(store.versionedState.version == before.version)
  }

  @Test func `a refusal changes nothing, wherever it is dispatched, and success does`() async throws
  {
    let store = makeStore()
    await expectRefusals(in: store)
    try await store.dispatch(Transfer(amount: 60)).value
    try await store.scope(\.checking).dispatch(Withdraw(amount: 40)).value
    let expected = Bank(
      checking: Account(balance: 0, entries: [-60, -40]),
      savings: Account(balance: 160),
      history: [60]
    )
    #expect(store.state == expected)
    #expect(store.versionedState.version == 2)
  }

  @Test func `listeners hear of no refusal, interceptors get its error, a log doesn't have it`()
    async throws
  {
    let heard = Mutex(0)
    let caught = Mutex<[Overdrawn]>([])
    let catching = StoreInterceptor { _ in
      InterceptorTests.Around { item, next in
        do {
          try next(item)
        } catch let error as Overdrawn {
          caught.withLock { $0.append(error) }
          throw error
        }
      }
    }
    let store = makeStore(catching)
    store.addListener { _, _ in heard.withLock { $0 += 1 } }
    let recorder = store.record()
    await expectRefusals(in: store)
    #expect(heard.withLock { $0 } == 0)
    #expect(caught.withLock { $0.count } == 5)
    try await store.scope(\.checking).dispatch(Withdraw(amount: 100)).value
    let log = try recorder.log
    #expect(log.entries.map(\.version) == [1])
    #expect(log.entries[0].item is Withdraw)
    #expect(log.entries[0].applied is ScopedUpdater<Bank, Withdraw>)
    #expect(try log.state(at: 1) == store.state)
    let replica = makeStore()
    try await log.replay(into: replica)
    #expect(replica.state == store.state)
  }

  @Test func `a queued updater that refuses changes nothing, and the next one goes on`() async {
    let store = makeStore()
    let handles = Mutex<[DispatchHandle<Void>]>([])
    store.addListener(for: \.history) { old, _ in
      guard old.isEmpty else { return }
      handles.withLock {
        $0 = [store.dispatch(Transfer(amount: 1000)), store.dispatch(Transfer(amount: 10))]
      }
    }
    store.dispatch(Transfer(amount: 5))
    let (refused, applied) = handles.withLock { ($0[0], $0[1]) }
    await #expect(throws: Overdrawn.self) { try await refused.value }
    await #expect(throws: Never.self) { try await applied.value }
    #expect(store.state.history == [5, 10])
  }

  @Test func `a refused updater may be retried`() async throws {
    let store = makeStore()
    let handle = store.scope(\.checking).dispatch(Withdraw(amount: 150))
    struct Deposit: StateUpdater {
      func updateState(_ state: inout Account) { state.balance += 100 }
    }
    try await store.scope(\.checking).dispatch(Deposit()).value
    try await handle.retry(1).value
    #expect(store.state.checking.balance == 50)
  }

  @Test func `one that can't throw still changes the state where it lies`() {
    struct Touch: StateUpdater {
      func updateState(_ state: inout ListState) { state.items[0] += 1 }
    }
    struct TouchOrThrow: StateUpdater {
      func updateState(_ state: inout ListState) throws(Overdrawn) { state.items[0] += 1 }
    }
    let store = PlainStore(initialState: ListState(items: Array(0..<1000)))
    let before = store.state.items.withUnsafeBufferPointer { $0.baseAddress }
    store.dispatch(Touch())
    #expect(store.state.items.withUnsafeBufferPointer { $0.baseAddress } == before)
    store.dispatch(TouchOrThrow())
    #expect(store.state.items.withUnsafeBufferPointer { $0.baseAddress } != before)
    #expect(store.state.items[0] == 2)
    #expect(Touch.Refusal.self == Never.self)
    #expect(TouchOrThrow.Refusal.self == Overdrawn.self)
  }
}
