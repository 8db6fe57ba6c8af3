import Katana
import KatanaTesting
import Synchronization
import Testing

// What may be sent and received, in which order, and where errors are reported.
@Suite(.timeLimit(.minutes(30)))
struct TestStoreItemTests {
  /// Knows its state as `any State` only, as the actions of other modules do.
  struct ErasedIncrement: ErasedStateUpdater, Equatable {
    func updatedState(currentState: any State) throws -> any State {
      guard var state = currentState as? CounterState else { throw Broken() }
      state.counter += 1
      return state
    }
  }

  struct Answer: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int { 42 }
  }

  struct Wait: SideEffect, Equatable {
    let id: Int
    func sideEffect(_ context: CounterContext) async throws {
      try await context.dependencies.clock.sleep(for: .seconds(1))
    }
  }

  /// Dispatches what it has, side effects included, and waits for it.
  struct DispatchAll: SideEffect {
    let items: [any Dispatchable]
    func sideEffect(_ context: CounterContext) async throws {
      let handles = items.map { context.anyDispatch($0) }
      for handle in handles { _ = try await handle.value }
    }
  }

  struct Outer: State, Equatable {
    var left = CounterState()
    var right = CounterState()
  }

  @Test func `an updater that says nothing of its state is sent and confirmed`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    try await store.send(ErasedIncrement()) { $0.counter = 1 }
    try await store.anySend(ErasedIncrement()) { $0.counter = 2 }
    await #expect(throws: TestStoreError.self) { try await store.send(ErasedIncrement()) }
    try await store.finish()
  }

  @Test func `an item of any kind is sent`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    let items: [any Dispatchable] = [SetCounter(value: 1), ErasedIncrement()]
    for (index, item) in items.enumerated() {
      let handle = try await store.anySend(item) { $0.counter = index + 1 }
      #expect(handle.isFinished)
    }
    #expect(try await store.anySend(Answer()).value as? Int == 42)
    #expect(try await store.send(Answer()).value == 42)
    try await store.anySend(FetchCounter(value: 7))
    try await store.receive(SetCounter(value: 7)) { $0.counter = 7 }
    try await store.receive(SetTitle.self) { $0.title = "fetched" }
    try await store.finish()
  }

  @Test func `an updater that is rejected throws what rejects it`() async throws {
    let store = TestStore<Outer, EmptySideEffectDependencyContainer>()
    await #expect(throws: Broken.self) { try await store.send(ErasedIncrement()) }
    try await store.finish()
  }

  @Test func `what side effects do at the same time is received in any order`() async throws {
    for _ in 0..<50 {
      let store = CounterTestStore(timeout: .seconds(600))
      store.send(DispatchAll(items: [SetCounter(value: 3)]))
      store.send(DispatchAll(items: [SetTitle(title: "new")]))
      try await store.receive(unordered: [SetTitle(title: "new"), SetCounter(value: 3)]) {
        $0.counter = 3
        $0.title = "new"
      }
      try await store.finish()
    }
  }

  @Test func `side effects that begin at the same time are received in any order`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    let effects = (1...4).map { Wait(id: $0) }
    store.send(DispatchAll(items: effects))
    try await store.receive(unordered: effects.reversed())
    await store.store.dependencies.clock.waitForSleepers(4)
    await store.store.dependencies.clock.run()
    try await store.finish()
  }

  @Test func `an item that is not among the unordered fails, and all are still there`() async throws
  {
    let store = CounterTestStore(timeout: .seconds(600))
    try await store.send(FetchCounter(value: 7)).value
    let error = await #expect(throws: TestStoreError.self) {
      try await store.receive(unordered: [SetTitle(title: "no"), SetCounter(value: 7)])
    }
    guard case .unexpectedItem(let expected, let difference) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected == String(reflecting: SetTitle.self))
    #expect(difference.contains("+   title: \"fetched\""))
    try await store.receive(unordered: [SetTitle(title: "fetched"), SetCounter(value: 7)]) {
      $0.counter = 7
      $0.title = "fetched"
    }
    try await store.finish()
  }

  @Test func `as often as an item is expected, it has to come`() async throws {
    let store = CounterTestStore(timeout: .milliseconds(5))
    try await store.send(DispatchAll(items: [SetCounter(value: 1)])).value
    let error = await #expect(throws: TestStoreError.self) {
      try await store.receive(unordered: [SetCounter(value: 1), SetCounter(value: 1)])
    }
    let name = String(reflecting: SetCounter.self)
    #expect(error?.reason == .nothingRunning(expected: name, timeout: .milliseconds(5)))
    try await store.receive(SetCounter(value: 1)) { $0.counter = 1 }
    try await store.finish()
  }

  @Test func `an updater of a part of the state is named as it was dispatched`() async throws {
    let store = TestStore<Outer, EmptySideEffectDependencyContainer>()
    store.store.scope(\.left).dispatch(SetCounter(value: 1))
    try await store.receive(SetCounter(value: 1)) { $0.left.counter = 1 }
    store.store.scope(\.right).dispatch(SetCounter(value: 2))
    #expect(try await store.receive(SetCounter.self) { $0.right.counter = 2 }.value == 2)
    store.store.scope(\.right).dispatch(SetCounter(value: 3))
    try await store.receive(ScopedUpdater(SetCounter(value: 3), at: \Outer.right)) {
      $0.right.counter = 3
    }
    try await store.send(ScopedUpdater(SetCounter(value: 4), at: \Outer.left)) {
      $0.left.counter = 4
    }
    try await store.finish()
  }

  @Test func `errors say the file and the line of the call`() async throws {
    let store = CounterTestStore(timeout: .zero)
    // Not in `#expect`, all of whose lines count as its first.
    func check(_ line: Int, _ call: () async throws -> Void) async {
      do {
        try await call()
        Issue.record("line \(line) has found nothing")
      } catch let error as TestStoreError {
        #expect(error.location.line == line)
        let place = "KatanaTestingTests/TestStoreItemTests.swift:\(line): "
        #expect(error.description.hasPrefix(place))
      } catch {
        Issue.record(error)
      }
    }
    await check(#line) { try await store.send(SetCounter(value: 1)) }
    await check(#line) { try await store.send(ErasedIncrement()) }
    await check(#line) { _ = try await store.anySend(SetCounter(value: 3)) }
    await check(#line) { try await store.receive(SetCounter(value: 1)) }
    await check(#line) { try await store.receive(unordered: [SetCounter(value: 1)]) }
    await check(#line) { _ = try await store.receive(SetCounter.self) }
    try await store.store.dispatch(SetCounter(value: 1)).value
    await check(#line) { try await store.finish() }
  }

  @Test func `with the trait, an error that a test throws is recorded where it was found`()
    async throws
  {
    let recorded = Mutex<[(TestStoreError, SourceLocation)]>([])
    let trait = LocatedTestStoreErrors { error, location in
      recorded.withLock { $0.append((error, location)) }
    }
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: .current) {
      try await CounterTestStore(timeout: .seconds(600)).receive(SetCounter.self, timeout: .zero)
    }
    let line = #line - 2
    let (error, location) = try #require(recorded.withLock { $0.first })
    #expect(location.line == line)
    #expect(location.fileName == "TestStoreItemTests.swift")
    #expect(location == error.location.sourceLocation)
    await #expect(throws: Broken.self) {
      try await trait.provideScope(for: test, testCase: .current) { throw Broken() }
    }
    #expect(recorded.withLock { $0.count } == 1)
  }
}
