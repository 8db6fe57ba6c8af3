import Katana
import Synchronization
import Testing

@testable import KatanaTesting

// What comes from elsewhere than a side effect that the test waits for, and what is only a repetition.
@Suite(.timeLimit(.minutes(30)))
struct TestStoreWaitingTests {
  /// Dispatches by a timer that no side effect waits for, as the event observers of the originals did.
  final class TimerDependencies: SideEffectDependencyContainer {
    let clock = TestClock()
    let failureCount = Mutex(0)
    let timer: Task<Void, any Error>

    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
      timer = Task { [clock] in
        try await clock.sleep(for: .seconds(60))
        _ = dispatch(SetCounter(value: 5))
      }
    }

    deinit { timer.cancel() }

    /// Fails so often, counted over all attempts.
    func fail(_ count: Int) throws {
      let isFailing = failureCount.withLock { failures in
        failures += 1
        return failures <= count
      }
      if isFailing { throw Broken() }
    }
  }

  typealias TimerTestStore = TestStore<CounterState, TimerDependencies>
  typealias TimerContext = SideEffectContext<CounterState, TimerDependencies>

  /// Ends before the task that it begins.
  struct BeginTask: SideEffect {
    func sideEffect(_ context: TimerContext) async throws {
      Task {
        try await context.dependencies.clock.sleep(for: .seconds(1))
        context.dispatch(SetCounter(value: 9))
      }
    }
  }

  /// Dispatches, and fails the first times.
  struct Unreliable: SideEffect, Equatable {
    let failureCount: Int
    func sideEffect(_ context: TimerContext) async throws {
      try await context.dispatch(SetTitle(title: "tried")).value
      try context.dependencies.fail(failureCount)
    }
  }

  struct RetryWithin: SideEffect {
    func sideEffect(_ context: TimerContext) async throws {
      try await context.dispatch(Unreliable(failureCount: 2)).retry(2).value
    }
  }

  struct BeginUnreliable: SideEffect {
    func sideEffect(_ context: TimerContext) async throws {
      try await context.dispatch(Unreliable(failureCount: 0)).value
    }
  }

  /// Lets time pass once somebody sleeps and the test waits.
  private func advance(
    _ store: TimerTestStore,
    by duration: Duration,
    sleepers: Int
  ) -> Task<Void, Never> {
    Task {
      let clock = store.store.dependencies.clock
      await clock.waitForSleepers(sleepers)
      while !store.journal.isObserved { await Task.yield() }
      await clock.advance(by: duration)
    }
  }

  @Test func `an item of a timer of the dependencies is waited for`() async throws {
    let store = TimerTestStore(timeout: .seconds(600))
    let clock = advance(store, by: .seconds(60), sleepers: 1)
    try await store.receive(SetCounter(value: 5)) { $0.counter = 5 }
    await clock.value
    try await store.finish()
  }

  @Test func `an item of a task that its side effect didn't await is waited for`() async throws {
    let store = TimerTestStore(timeout: .seconds(600))
    try await store.send(BeginTask()).value
    let clock = advance(store, by: .seconds(1), sleepers: 2)
    try await store.receive(SetCounter(value: 9)) { $0.counter = 9 }
    await clock.value
    try await store.finish()
  }

  @Test func `the retries of a sent side effect are not received, but what they dispatch is`()
    async throws
  {
    let store = TimerTestStore(timeout: .seconds(600))
    try await store.send(Unreliable(failureCount: 2)).retry(3).value
    try await store.receive(SetTitle(title: "tried")) { $0.title = "tried" }
    try await store.receive(SetTitle(title: "tried"))
    try await store.receive(SetTitle(title: "tried"))
    try await store.finish()
  }

  @Test func `the retries of a side effect that another has dispatched are received once`()
    async throws
  {
    let store = TimerTestStore(timeout: .seconds(600))
    store.send(RetryWithin())
    try await store.receive(Unreliable(failureCount: 2))
    try await store.receive(SetTitle(title: "tried")) { $0.title = "tried" }
    try await store.receive(SetTitle(title: "tried"))
    try await store.receive(SetTitle(title: "tried"))
    try await store.finish()
  }

  @Test func `a sent side effect that was rejected doesn't stand for another that is like it`()
    async throws
  {
    let isRejecting = Mutex(true)
    let rejecting = StoreInterceptor.deciding { _, item in
      item is Unreliable && isRejecting.withLock { $0 } ? .reject(Broken()) : .proceed
    }
    let store = TimerTestStore(interceptors: [rejecting], timeout: .seconds(600))
    let handle = store.send(Unreliable(failureCount: 0)).retry(2)
    await #expect(throws: Broken.self) { try await handle.value }
    isRejecting.withLock { $0 = false }
    store.send(BeginUnreliable())
    try await store.receive(Unreliable(failureCount: 0), timeout: .seconds(5))
    try await store.receive(SetTitle(title: "tried")) { $0.title = "tried" }
    try await store.finish()
  }
}
