import Synchronization
import Testing

@testable import Katana

/// Cancelling a task that awaits an item cancels the item, unless another task awaits it too.
@Suite(.timeLimit(.minutes(30)))
struct CancellationTests {
  /// Begins, then waits to be cancelled or let go.
  final class Child: ReturningSideEffect {
    let began = AsyncStream<Void>.makeStream()
    let gate = AsyncStream<Void>.makeStream()
    let wasCancelled = Mutex<Bool?>(nil)

    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      began.continuation.yield()
      for await _ in gate.stream { break }
      wasCancelled.withLock { $0 = Task.isCancelled }
      try Task.checkCancellation()
      return 7
    }

    func waitUntilItBegan() async { for await _ in began.stream { break } }
    func letGo() { gate.continuation.yield() }
  }

  /// Awaits another effect in one of several ways.
  struct Parent: ReturningSideEffect {
    let body: @Sendable (any AnySideEffectContext) async throws -> Int
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      try await body(context)
    }
  }

  @Test func `cancelling a parent reaches the child, and its child, that it awaits`() async throws {
    let store = PlainStore<CounterState>()
    let recorder = store.record()
    let child = Child()
    let middle = Parent { try await $0.dispatch(child).value }
    let handle = store.dispatch(Parent { try await $0.dispatch(middle).value })
    await child.waitUntilItBegan()
    handle.cancel()
    await #expect(throws: CancellationError.self) { try await handle.value }
    #expect(child.wasCancelled.withLock { $0 } == true)
    let outcomes = try recorder.log.entries.map(\.outcome)
    #expect(outcomes == [.cancelled, .cancelled, .cancelled])
  }

  @Test func `cancelling a task that awaits an effect cancels the effect`() async throws {
    let store = PlainStore<CounterState>()
    let child = Child()
    let task = Task { try await store.dispatch(child).value }
    await child.waitUntilItBegan()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(child.wasCancelled.withLock { $0 } == true)
  }

  @Test func `cancelling reaches a retry, which stops trying`() async throws {
    let store = PlainStore<CounterState>()
    let flaky = RetryTests.Flaky(failures: 10)
    let task = Task {
      try await store.dispatch(flaky).retry(5, delay: .seconds(600)).value
    }
    while flaky.runs.withLock({ $0 }) == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(flaky.runs.withLock { $0 } == 1)
    let child = Child()
    let second = Task { try await store.dispatch(child).retry(5).value }
    await child.waitUntilItBegan()
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(child.wasCancelled.withLock { $0 } == true)
  }

  @Test func `what somebody else awaits goes on, and the one who was cancelled is let go`()
    async throws
  {
    let store = PlainStore<CounterState>()
    for retries in [0, 2] {
      let child = Child()
      let handle = store.dispatch(child).retry(retries)
      let completion = try #require(handle.completion)
      let first = Task { try await handle.value }
      let second = Task { try await handle.value }
      await child.waitUntilItBegan()
      while completion.waiterCount < 2 { await Task.yield() }
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      #expect(child.wasCancelled.withLock { $0 } == nil)
      child.letGo()
      #expect(try await second.value == 7)
      #expect(child.wasCancelled.withLock { $0 } == false)
    }
  }

  @Test func `when the last one who awaits is cancelled the item is`() async throws {
    let store = PlainStore<CounterState>()
    let child = Child()
    let handle = store.dispatch(child)
    let tasks = (0..<10).map { _ in Task { try await handle.value } }
    await child.waitUntilItBegan()
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(child.wasCancelled.withLock { $0 } == true)
  }

  @Test func `a task that was cancelled before dispatches updaters, whatever waits`() async throws {
    let store = PlainStore<CounterState>()
    let occupation = Occupation(of: store)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let handle = store.dispatch(Increment())
      occupation.end()
      try await handle.value
    }
    try await task.value
    #expect(store.state.counter == 1)
  }

  @Test func `who awaits with a shield is not noticed when cancelled`() async throws {
    let store = PlainStore<CounterState>()
    let child = Child()
    let (shielded, continuation) = AsyncStream<Int>.makeStream()
    let parent = store.dispatch(
      Parent { context in
        let value = try await context.dispatch(child).shieldedValue
        continuation.yield(value)
        try Task.checkCancellation()
        return value
      }
    )
    await child.waitUntilItBegan()
    parent.cancel()
    #expect(child.wasCancelled.withLock { $0 } == nil)
    child.letGo()
    for await value in shielded {
      #expect(value == 7)
      break
    }
    await #expect(throws: CancellationError.self) { try await parent.value }
    #expect(child.wasCancelled.withLock { $0 } == false)
  }

  @Test func `an effect that is held is cancelled at once, and never begins`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = PlainStore<CounterState>(stateInitializer: {
      for await _ in gate { break }
      return CounterState()
    })
    let child = Child()
    let first = store.dispatch(child)
    let completion = try #require(first.completion)
    let task = Task { try await first.value }
    while completion.waiterCount < 1 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let second = store.dispatch(child)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(!store.isReady)
    open.yield()
    try await store.waitUntilReady()
    try await store.dispatch(Increment()).value
    child.letGo()
    #expect(try await store.dispatch(child).value == 7)
  }

  @Test func `awaiters that are cancelled while the item ends are all resumed, once`() async {
    /// Ends at once or when it is cancelled, as chance has it.
    struct Brief: ReturningSideEffect {
      func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
        for _ in 0..<Int.random(in: 0..<8) { await Task.yield() }
        try Task.checkCancellation()
        return 1
      }
    }
    let store = PlainStore<CounterState>()
    for round in 0..<2000 {
      let handle = store.dispatch(Brief()).retry(round % 2)
      let tasks = (0..<3).map { index in
        Task {
          let isShielded = index == 0 && round % 3 == 0
          return isShielded ? try await handle.shieldedValue : try await handle.value
        }
      }
      for task in tasks.shuffled() {
        if Bool.random() { await Task.yield() }
        task.cancel()
      }
      for task in tasks {
        do {
          #expect(try await task.value == 1)
        } catch {
          #expect(error is CancellationError)
        }
      }
      #expect(handle.isFinished)
    }
  }
}
