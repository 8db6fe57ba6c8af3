import Katana
import Synchronization
import Testing

/// The rules of docs/semantics/store.md, K20.
@Suite(.timeLimit(.minutes(30)))
struct ObserverInterceptorTests {
  struct OnStart: StateUpdater, OnStartObserverDispatchable {
    func updateState(_ state: inout ListState) { state.items.append(1) }
  }

  struct OnChange: StateUpdater, StateObserverDispatchable {
    let count: Int
    init?(prevState: any State, currentState: any State) {
      guard let current = currentState as? ListState else { return nil }
      count = current.items.count
    }
    func updateState(_ state: inout ListState) { state.items.append(-count) }
  }

  struct Never: StateUpdater, StateObserverDispatchable, OnStartObserverDispatchable {
    init?() { nil }
    init?(prevState: any State, currentState: any State) { nil }
    func updateState(_ state: inout ListState) { state.items.append(999) }
  }

  struct OnDispatch: StateUpdater, DispatchObserverDispatchable {
    init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State) {}
    func updateState(_ state: inout ListState) { state.items.append(-1) }
  }

  struct OnNotification: StateUpdater, NotificationObserverDispatchable {
    let item: Int
    init?(notification: any Sendable) {
      guard let item = notification as? Int else { return nil }
      self.item = item
    }
    func updateState(_ state: inout ListState) { state.items.append(item) }
  }

  struct Effect: ReturningSideEffect {
    let fails: Bool
    struct Failure: Error {}
    func sideEffect(_ context: any AnySideEffectContext) async throws {
      if fails { throw Failure() }
    }
  }

  final class Notifications: NotificationSource {
    private let observers = Mutex<[Int: @Sendable (any Sendable) -> Void]>([:])
    private let nextID = Mutex(0)
    var count: Int { observers.withLock { $0.count } }

    func observe(
      _ name: String,
      _ observer: @escaping @Sendable (any Sendable) -> Void
    ) -> @Sendable () -> Void {
      let id = nextID.withLock { id in
        id += 1
        return id
      }
      observers.withLock { $0[id] = observer }
      return { [weak self] in self?.observers.withLock { $0[id] = nil } }
    }

    func post(_ notification: any Sendable) {
      for observer in observers.withLock({ Array($0.values) }) { observer(notification) }
    }
  }

  private func makeStore(
    _ observers: [ObserverInterceptor.ObserverType],
    notifications: Notifications? = nil
  ) -> PlainStore<ListState> {
    PlainStore(interceptors: [
      ObserverInterceptor.observe(observers, notifications: notifications)
    ])
  }

  private let grew = ObserverInterceptor.typedStateChange { (old: ListState, new: ListState) in
    new.items.last ?? 0 > 0 && new.items.count > old.items.count
  }

  @Test func `what is listed for the start is dispatched, in order, each time it is listed`() {
    let store = makeStore([.onStart([OnStart.self, Never.self, OnStart.self])])
    #expect(store.state.items == [1, 1])
  }

  @Test func `a change dispatches each type that wants to, with the states around it`() {
    let store = makeStore([.onStateChange(grew, [OnChange.self, Never.self, OnChange.self])])
    store.dispatch(Append(item: 5))
    #expect(store.state.items == [5, -1, -1])
  }

  struct Report: StateUpdater, ChangeObserverDispatchable {
    let change: Int
    init?(oldValue: Int, newValue: Int) {
      guard newValue > 0 else { return nil }
      change = newValue - oldValue
    }
    func updateState(_ state: inout ListState) { state.items.append(-change) }
  }

  @Test func `a change of a part dispatches what is made of the part before and after`() {
    let store = makeStore([
      .onChange(of: \ListState.items.count) { old, new in
        new < 4 ? [Append(item: 100 * old + new)] : []
      },
      .onChange(of: \ListState.items.last) { (_: Int?, _: Int?) in [] },
      .onChange(of: \CounterState.counter) { (_: Int, _: Int) in [Append(item: 999)] },
    ])
    store.dispatch(Append(item: 5))
    #expect(store.state.items == [5, 1, 102, 203])
    store.dispatch(SetItem(index: 0, item: 1))
    #expect(store.state.items == [1, 1, 102, 203])
    let sum = makeStore([.onChange(of: \ListState.first, [Report.self, Report.self])])
    sum.dispatch(Append(item: 3))
    #expect(sum.state.items == [3, -3, -3])
    sum.dispatch(SetItem(index: 0, item: -1))
    sum.dispatch(SetItem(index: 0, item: -1))
    #expect(sum.state.items == [-1, -3, -3])
  }

  @Test func `a predicate of another state never holds`() {
    let other = ObserverInterceptor.typedStateChange { (_: CounterState, _: CounterState) in true }
    let store = makeStore([.onStateChange(other, [OnChange.self])])
    store.dispatch(Append(item: 5))
    #expect(store.state.items == [5])
  }

  @Test func `an item of exactly the observed type is answered, a side effect after success`()
    async throws
  {
    let store = makeStore([
      .onDispatch(Effect.self, [OnDispatch.self]), .onStateChange({ _, _ in false }, []),
    ])
    store.dispatch(Append(item: 5))
    try await store.dispatch(Effect(fails: false)).value
    try? await store.dispatch(Effect(fails: true)).value
    #expect(store.state.items == [5, -1])
  }

  @Test func `side effects are never asked about by a predicate of the state`() async throws {
    let asked = Mutex(0)
    let store = makeStore([
      .onStateChange(
        { _, _ in
          asked.withLock { $0 += 1 }
          return true
        },
        []
      )
    ])
    try await store.dispatch(Effect(fails: false)).value
    #expect(asked.withLock { $0 } == 0)
    store.dispatch(Append(item: 1))
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `an observer of notifications without a source of them is told`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = PlainStore<CounterState>(interceptors: [
        ObserverInterceptor.observe([.onNotification("memory is low", [])])
      ])
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("memory is low") && text.contains("give observe(_:notifications:) one"))
  }

  @Test func `notifications are dispatched until the store goes away`() {
    let notifications = Notifications()
    var store: PlainStore<ListState>? = makeStore(
      [.onNotification("name", [OnNotification.self, OnNotification.self])],
      notifications: notifications
    )
    notifications.post(7)
    notifications.post("not a number")
    #expect(store?.state.items == [7, 7])
    #expect(notifications.count == 1)
    store = nil
    #expect(notifications.count == 0)
  }
}

extension ListState {
  fileprivate var first: Int { items.first ?? 0 }
}
