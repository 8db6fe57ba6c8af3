import Katana
import Testing

@testable import KatanaTesting

@Suite(.timeLimit(.minutes(30)))
struct TestStoreTests {
  @Test func `all that happens is accounted for`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    try await store.send(SetCounter(value: 1)) { $0.counter = 1 }
    try await store.send(SetCounter(value: 1))
    try await store.send(SetTitle(title: "one")) { $0.title = "one" }
    store.send(FetchCounter(value: 7))
    try await store.receive(SetCounter(value: 7)) { $0.counter = 7 }
    let item = try await store.receive(SetTitle.self) { $0.title = "fetched" }
    #expect(item.title == "fetched")
    try await store.finish()
    #expect(store.state == CounterState(counter: 7, title: "fetched"))
  }

  @Test func `side effects that side effects dispatch are to be received as well`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    store.send(Outermost())
    try await store.receive(FetchCounter(value: 1))
    try await store.receive(SetCounter(value: 1)) { $0.counter = 1 }
    try await store.receive(SetTitle(title: "fetched")) { $0.title = "fetched" }
    try await store.finish()
  }

  @Test func `a change that was not expected fails with the lines that differ`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    let error = await #expect(throws: TestStoreError.self) {
      try await store.send(SetCounter(value: 2)) { $0.counter = 3 }
    }
    guard case .unexpectedState(let item, let difference) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(item == String(reflecting: SetCounter.self))
    #expect(
      difference == """
          CounterState
        -   counter: 3
        +   counter: 2
            title: "none"
            tags: Dictionary<String, Int>
          ...
        """
    )
  }

  @Test func `a change fails that is expected and does not come, or comes and is not expected`()
    async throws
  {
    await #expect(throws: TestStoreError.self) {
      try await CounterTestStore(timeout: .seconds(600)).send(SetCounter(value: 0)) {
        $0.counter = 1
      }
    }
    await #expect(throws: TestStoreError.self) {
      try await CounterTestStore(timeout: .seconds(600)).send(SetCounter(value: 1))
    }
  }

  @Test func `items that were not received fail the next step and the end`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    try await store.send(FetchCounter(value: 7)).value
    let unreceived = TestStoreError.Reason.unreceivedItems([
      String(reflecting: SetCounter.self), String(reflecting: SetTitle.self),
    ])
    let atEnd = await #expect(throws: TestStoreError.self) { try await store.finish() }
    #expect(atEnd?.reason == unreceived)
    let atStep = await #expect(throws: TestStoreError.self) {
      try await store.send(SetCounter(value: 1))
    }
    #expect(atStep?.reason == unreceived)
  }

  @Test func `an update behind the test store's back is to be received`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    try await store.store.dispatch(SetCounter(value: 4)).value
    await #expect(throws: TestStoreError.self) { try await store.finish() }
    try await store.receive(SetCounter(value: 4)) { $0.counter = 4 }
    try await store.finish()
  }

  @Test func `another item than the expected one fails, and is still there to receive`()
    async throws
  {
    let store = CounterTestStore(timeout: .seconds(600))
    try await store.send(FetchCounter(value: 7)).value
    for wrong in [SetCounter(value: 8), SetTitle(title: "fetched")] as [any Dispatchable] {
      await #expect(throws: TestStoreError.self) { try await store.receive(wrong) }
    }
    await #expect(throws: TestStoreError.self) { try await store.receive(SetTitle.self) }
    try await store.receive(SetCounter(value: 7)) { $0.counter = 7 }
    await #expect(throws: TestStoreError.self) { try await store.receive(SetTitle(title: "no")) }
    try await store.receive(SetTitle(title: "fetched")) { $0.title = "fetched" }
    try await store.finish()
  }

  @Test func `an item that doesn't come where nothing runs fails, and says so`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    let error = await #expect(throws: TestStoreError.self) {
      try await store.receive(SetCounter(value: 1), timeout: .milliseconds(5))
    }
    let name = String(reflecting: SetCounter.self)
    #expect(error?.reason == .nothingRunning(expected: name, timeout: .milliseconds(5)))
    #expect(error?.description.contains("no side effect runs that could dispatch it") == true)
    let byStore = CounterTestStore(timeout: .milliseconds(3))
    let second = await #expect(throws: TestStoreError.self) {
      try await byStore.receive(SetCounter.self)
    }
    #expect(second?.reason == .nothingRunning(expected: name, timeout: .milliseconds(3)))
  }

  @Test func `a side effect that still runs fails the end, and receiving in its time`() async throws
  {
    let store = CounterTestStore(timeout: .seconds(600))
    let handle = store.send(FetchCounter(value: 7, delay: .seconds(60)))
    await store.store.dependencies.clock.waitForSleepers(1)
    let (item, effect) = (
      String(reflecting: SetCounter.self), String(reflecting: FetchCounter.self)
    )
    let late = await #expect(throws: TestStoreError.self) {
      try await store.receive(SetCounter(value: 7), timeout: .milliseconds(5))
    }
    #expect(
      late?.reason == .timedOut(expected: item, timeout: .milliseconds(5), work: [effect])
    )
    #expect(late?.description.contains("advance its clock") == true)
    let unfinished = await #expect(throws: TestStoreError.self) {
      try await store.finish(timeout: .zero)
    }
    #expect(unfinished?.reason == .unfinished([effect]))
    handle.cancel()
    await #expect(throws: CancellationError.self) { try await handle.value }
    try await store.finish()
  }

  @Test func `items that wait for their executor fail in time, and are told`() async throws {
    let executor = ManualExecutor()
    let store = CounterTestStore(
      configuration: StoreConfiguration(updates: .executor(executor)),
      timeout: .milliseconds(5)
    )
    store.store.dispatch(SetCounter(value: 1))
    let queued = "items that wait in the queue: 1; see that its executor runs"
    let late = await #expect(throws: TestStoreError.self) {
      try await store.receive(SetCounter(value: 1))
    }
    let name = String(reflecting: SetCounter.self)
    #expect(
      late?.reason == .timedOut(expected: name, timeout: .milliseconds(5), work: [queued])
    )
    let unfinished = await #expect(throws: TestStoreError.self) { try await store.finish() }
    #expect(unfinished?.reason == .unfinished([queued]))
    executor.runAll()
    try await store.receive(SetCounter(value: 1)) { $0.counter = 1 }
    try await store.finish()
  }

  @Test func `a cancelled test doesn't wait on`() async {
    let receiving = Task {
      try await CounterTestStore(timeout: .seconds(600)).receive(
        SetCounter.self,
        timeout: .seconds(Int64.max)
      )
    }
    receiving.cancel()
    await #expect(throws: CancellationError.self) { try await receiving.value }
  }

  @Test func `an error that nobody asks for fails the end`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    store.send(Fail())
    // The side effect's task may let go of the error, for which nobody can ask, when the store is idle again.
    while store.journal.errors.isEmpty { await Task.yield() }
    await #expect(throws: TestStoreError.self) { try await store.finish() }
    let asked = CounterTestStore(timeout: .seconds(600))
    await #expect(throws: Broken.self) { try await asked.send(Fail()).value }
    try await asked.finish()
  }

  @Test func `what an interceptor puts in a sent item's place is to be received`() async throws {
    let replacing = StoreInterceptor.deciding { _, item in
      item as? SetCounter == SetCounter(value: 1) ? .replace(SetCounter(value: 2)) : .proceed
    }
    let store = CounterTestStore(interceptors: [replacing], timeout: .seconds(600))
    try await store.send(SetCounter(value: 1))
    try await store.receive(SetCounter(value: 2)) { $0.counter = 2 }
    try await store.finish()
  }

  @Test func `a side effect waits on the clock of the test`() async throws {
    let store = CounterTestStore(timeout: .seconds(600))
    let clock = store.store.dependencies.clock
    store.send(FetchCounter(value: 7, delay: .seconds(60)))
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(59))
    #expect(store.store.state.counter == 0)
    await clock.advance(by: .seconds(1))
    try await store.receive(SetCounter(value: 7)) { $0.counter = 7 }
    try await store.receive(SetTitle(title: "fetched")) { $0.title = "fetched" }
    try await store.finish()
  }
}
