import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct InterceptorTests {
  struct Refused: Error, Equatable {}

  final class Log<Element: Sendable>: Sendable {
    private let storage = Mutex<[Element]>([])
    func append(_ element: Element) { storage.withLock { $0.append(element) } }
    var elements: [Element] { storage.withLock { $0 } }
  }

  /// Wraps items in what the test says.
  struct Around: BoundInterceptor {
    let body: @Sendable (any Dispatchable, (any Dispatchable) throws -> Void) throws -> Void

    func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
      try body(updater, next)
    }

    func handle(
      sideEffect: any Dispatchable,
      next: (any Dispatchable) async throws -> Void
    ) async throws { try await next(sideEffect) }
  }

  struct AddTwice: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      try await context.anyDispatch(Increment()).value
      try await context.anyDispatch(Increment()).value
      return 2
    }
  }

  @Test func `the first interceptor is the outermost, around the change`() {
    let log = Log<String>()
    let interceptors = ["1", "2", "3"].map { name in
      StoreInterceptor { context in
        Around { item, next in
          let before = (context.getAnyState() as? CounterState)?.counter ?? -1
          log.append("\(name) before \(before)")
          try next(item)
          let after = (context.getAnyState() as? CounterState)?.counter ?? -1
          log.append("\(name) after \(after)")
        }
      }
    }
    let store = PlainStore<CounterState>(interceptors: interceptors)
    store.dispatch(Increment())
    #expect(
      log.elements == [
        "1 before 0", "2 before 0", "3 before 0", "3 after 1", "2 after 1", "1 after 1",
      ]
    )
  }

  @Test func `a rejected updater changes nothing and its handle throws`() async {
    let store = PlainStore<CounterState>(interceptors: [.deciding { _, _ in .reject(Refused()) }])
    let handle = store.dispatch(Increment())
    #expect(store.state.counter == 0)
    await #expect(throws: Refused.self) { try await handle.value }
  }

  @Test func `a dropped updater changes nothing and counts as handled`() async throws {
    let store = PlainStore<CounterState>(interceptors: [.deciding { _, _ in .drop }])
    try await store.dispatch(Increment()).value
    #expect(store.state.counter == 0)
  }

  @Test func `another updater may take an updater's place`() async throws {
    let store = PlainStore<CounterState>(interceptors: [
      .deciding { _, item in item is Increment ? .replace(Add(amount: 10)) : .proceed }
    ])
    try await store.dispatch(Increment()).value
    #expect(store.state.counter == 10)
  }

  @Test func `an updater that is handed on twice is applied twice`() async throws {
    let twice = StoreInterceptor { _ in
      Around { item, next in
        try next(item)
        try next(item)
      }
    }
    let store = PlainStore<CounterState>(interceptors: [twice])
    try await store.dispatch(Increment()).value
    #expect(store.state.counter == 2)
  }

  @Test func `a side effect in an updater's place is dispatched anew`() async throws {
    // docs/semantics/store.md, K19: the original is finished at once, the other goes through the whole chain.
    let seen = Log<String>()
    let store = PlainStore<CounterState>(interceptors: [
      .observing(before: { _, item in seen.append("\(type(of: item))") }),
      .deciding { _, item in item is Add ? .replace(AddTwice()) : .proceed },
    ])
    try await store.dispatch(Add(amount: 100)).value
    while store.state.counter < 2 { await Task.yield() }
    #expect(store.state.counter == 2)
    #expect(seen.elements == ["Add", "AddTwice", "Increment", "Increment"])
  }

  @Test func `a returning side effect that is dropped has no value`() async {
    let store = PlainStore<CounterState>(interceptors: [.deciding { _, _ in .drop }])
    await #expect(throws: StoreError.self) { _ = try await store.dispatch(AddTwice()).value }
  }

  @Test func `an interceptor may await a dispatch around a side effect`() async throws {
    struct AddBefore: BoundInterceptor {
      let context: any AnySideEffectContext
      func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
        try next(updater)
      }
      func handle(
        sideEffect: any Dispatchable,
        next: (any Dispatchable) async throws -> Void
      ) async throws {
        try await context.anyDispatch(Add(amount: 5)).value
        try await next(sideEffect)
      }
    }
    let store = PlainStore<CounterState>(interceptors: [StoreInterceptor { AddBefore(context: $0) }]
    )
    let value = try await store.dispatch(AddTwice()).value
    #expect(value == 2)
    #expect(store.state.counter == 7)
  }

  @Test func `a dispatch from an interceptor is queued behind the item`() {
    let order = Log<String>()
    let store = PlainStore<CounterState>(interceptors: [
      StoreInterceptor { context in
        Around { item, next in
          if item is Increment { context.anyDispatch(Add(amount: 10)) }
          try next(item)
          order.append("\(type(of: item))")
        }
      }
    ])
    store.dispatch(Increment())
    #expect(order.elements == ["Increment", "Add"])
    #expect(store.state.counter == 11)
  }

  @Test func `the logger names what was handled, but not what is left out or rejected`()
    async throws
  {
    let lines = Log<String>()
    let store = PlainStore<CounterState>(interceptors: [
      DispatchableLogger.interceptor(blackList: [Add.self]) { lines.append($0) },
      .deciding { _, item in item is DoNothing ? .reject(Refused()) : .proceed },
    ])
    store.dispatch(Increment())
    store.dispatch(Add(amount: 1))
    try? await store.dispatch(DoNothing()).value
    _ = try await store.dispatch(AddTwice()).value
    #expect(
      lines.elements == [
        "[Dispatchable]: KatanaTests.Increment", "[Dispatchable]: KatanaTests.Increment",
        "[Dispatchable]: KatanaTests.Increment",
        "[Dispatchable]: KatanaTests.InterceptorTests.AddTwice",
      ]
    )
  }
}
