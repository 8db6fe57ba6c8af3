import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct RetryTests {
  struct Failure: Error {}

  /// Fails so often, and then returns how often it was run.
  final class Flaky: ReturningSideEffect {
    let failures: Int
    let runs = Mutex(0)

    init(failures: Int) {
      self.failures = failures
    }

    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      try await context.anyDispatch(Increment()).value
      if run <= failures { throw Failure() }
      return run
    }
  }

  @Test func `a try that fails is repeated, body and interceptors`() async throws {
    // docs/semantics/store.md, K11: three tries are three passes of the interceptors.
    let passes = Mutex(0)
    let counting = StoreInterceptor.observing(before: { _, item in
      if item is Flaky { passes.withLock { $0 += 1 } }
    })
    let store = PlainStore<CounterState>(interceptors: [counting])
    let value = try await store.dispatch(Flaky(failures: 2)).retry(5).value
    #expect(value == 3)
    #expect(passes.withLock { $0 } == 3)
    #expect(store.state.counter == 3)
  }

  @Test func `after the last try the error is thrown`() async {
    let store = PlainStore<CounterState>()
    let flaky = Flaky(failures: 10)
    await #expect(throws: Failure.self) { try await store.dispatch(flaky).retry(2).value }
    #expect(flaky.runs.withLock { $0 } == 3)
  }

  @Test func `an error that the condition refuses ends it`() async {
    let store = PlainStore<CounterState>()
    let flaky = Flaky(failures: 10)
    await #expect(throws: Failure.self) {
      try await store.dispatch(flaky).retry(5, if: { !($0 is Failure) }).value
    }
    #expect(flaky.runs.withLock { $0 } == 1)
  }

  @Test func `cancelling ends the waiting for the next try`() async {
    let store = PlainStore<CounterState>()
    let handle = store.dispatch(Flaky(failures: 10)).retry(5, delay: .seconds(600))
    handle.cancel()
    await #expect(throws: (any Error).self) { try await handle.value }
  }

  @Test func `an updater that an interceptor rejects may be repeated`() async throws {
    let refusals = Mutex(2)
    let store = PlainStore<CounterState>(interceptors: [
      .deciding { _, _ in
        refusals.withLock { refusals in
          refusals -= 1
          return refusals >= 0 ? .reject(Failure()) : .proceed
        }
      }
    ])
    try await store.dispatch(Increment()).retry(3).value
    #expect(store.state.counter == 1)
  }

  @Test func `a retried item that is thrown away still reports its last error, once`() async {
    let (reports, continuation) = AsyncStream<String>.makeStream()
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(onUnobservedError: { error, item in
        continuation.yield("\(type(of: item)): \(type(of: error))")
      })
    )
    let flaky = Flaky(failures: 10)
    _ = store.dispatch(flaky).retry(2)
    var first: String?
    for await report in reports {
      first = report
      break
    }
    #expect(first == "Flaky: Failure")
    #expect(flaky.runs.withLock { $0 } == 3)
    // One that is asked, and one that is cancelled, report nothing.
    await #expect(throws: Failure.self) {
      try await store.dispatch(Flaky(failures: 10)).retry(1).value
    }
    continuation.finish()
    for await report in reports { Issue.record("\(report)") }
  }

  /// The continuous clock, which tells who sleeps by it.
  final class NotedClock: Clock {
    let sleeps = AsyncStream<Void>.makeStream()
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      sleeps.continuation.yield()
      try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func `a delay that means for ever waits until it is cancelled`() async {
    let store = PlainStore<CounterState>()
    for delay in [Duration.seconds(Int64.max), .seconds(Int64.max / 2), .nanoseconds(Int64.max)] {
      let flaky = Flaky(failures: 10)
      let clock = NotedClock()
      let handle = store.dispatch(flaky).retry(5, delay: delay, clock: clock)
      for await _ in clock.sleeps.stream { break }
      handle.cancel()
      await #expect(throws: (any Error).self) { try await handle.value }
      #expect(flaky.runs.withLock { $0 } == 1)
    }
  }
}
