import Katana
import Testing

/// The buffers' addresses tell copies apart from updates in place.
@Suite(.timeLimit(.minutes(30)))
struct CopyOnWriteTests {
  @Test func `a state that nobody holds is updated where it lies`() {
    let store = PlainStore(initialState: ListState(items: Array(0..<100_000)))
    let before = address(of: store)
    for index in 0..<1000 { store.dispatch(SetItem(index: index, item: -index)) }
    #expect(address(of: store) == before)
    #expect(store.state.items[999] == -999)
  }

  @Test func `a state that somebody holds is copied once and then updated where it lies`() {
    let store = PlainStore(initialState: ListState(items: Array(0..<1000)))
    let held = store.state
    let before = address(of: store)
    store.dispatch(SetItem(index: 0, item: -1))
    let after = address(of: store)
    #expect(after != before)
    for index in 0..<100 { store.dispatch(SetItem(index: index, item: -1)) }
    #expect(address(of: store) == after)
    #expect(held.items == Array(0..<1000))
  }

  @Test func `an update after the last listener went away is in place again`() {
    let store = PlainStore(initialState: ListState(items: Array(0..<1000)))
    let remove = store.addListener { _, _ in }
    let before = address(of: store)
    store.dispatch(SetItem(index: 0, item: -1))
    let listened = address(of: store)
    #expect(listened != before)
    remove()
    store.dispatch(SetItem(index: 1, item: -1))
    #expect(address(of: store) == listened)
  }

  private struct Account: State {
    var user = "nobody"
    var list = ListState(items: Array(0..<1000))
  }

  private struct LogIn: StateUpdater {
    let user: String
    func updateState(_ state: inout Account) {
      state.user = user
      state.list.items[0] += 1
    }
  }

  /// Takes part in all three kinds of observation, and does nothing.
  private struct Observed: ReturningSideEffect, StateObserverDispatchable,
    DispatchObserverDispatchable, ChangeObserverDispatchable
  {
    init?(oldValue: String, newValue: String) {}
    init?(prevState: any State, currentState: any State) {}
    init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State) {}
    func sideEffect(_ context: any AnySideEffectContext) async throws {}
  }

  /// How many of ten updates have copied the list.
  private func copies(with observers: ObserverInterceptor.ObserverType...) -> Int {
    let store = PlainStore<Account>(interceptors: [ObserverInterceptor.observe(observers)])
    return (0..<10).count { number in
      let before = address(of: store)
      store.dispatch(LogIn(user: "\(number)"))
      return address(of: store) != before
    }
  }

  @Test func `observing a part of the state copies nothing, observing the whole copies each time`()
  {
    #expect(copies() == 0)
    #expect(copies(with: .onChange(of: \Account.user, [Observed.self])) == 0)
    #expect(copies(with: .onChange(of: \Account.user) { _, _ in [] }, .onStart([])) == 0)
    #expect(copies(with: .onDispatch(Observed.self, [Observed.self])) == 0)
    #expect(copies(with: .onDispatch(LogIn.self, [Observed.self])) == 10)
    #expect(copies(with: .onStateChange({ _, _ in false }, [Observed.self])) == 10)
  }

  private func address(of store: PlainStore<Account>) -> UInt {
    store.state.list.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  private func address(of store: PlainStore<ListState>) -> UInt {
    store.state.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}
