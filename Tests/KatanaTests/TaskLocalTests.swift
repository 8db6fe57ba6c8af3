import Foundation
import Katana
import Synchronization
import Testing

/// Side effects run with the task-local values of whoever dispatched them.
@Suite(.timeLimit(.minutes(30)))
struct TaskLocalTests {
  @TaskLocal static var request = "none"

  struct ReadRequest: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> String {
      TaskLocalTests.request
    }
  }

  struct ReadInChild: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> String {
      try await context.dispatch(ReadRequest()).value
    }
  }

  final class ReadLater: ReturningSideEffect {
    let runs = Mutex<[String]>([])
    func sideEffect(_ context: any AnySideEffectContext) async throws {
      let count = runs.withLock { runs in
        runs.append(TaskLocalTests.request)
        return runs.count
      }
      if count < 3 { throw CocoaError(.featureUnsupported) }
    }
  }

  struct ReadOnAppend: ReturningSideEffect, DispatchObserverDispatchable {
    let found: Found
    init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State) {
      guard let append = dispatchedItem as? AppendFound else { return nil }
      found = append.found
    }
    func sideEffect(_ context: any AnySideEffectContext) async throws {
      found.continuation.yield(TaskLocalTests.request)
    }
  }

  struct Found: Sendable {
    let stream: AsyncStream<String>
    let continuation: AsyncStream<String>.Continuation
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func next() async -> String? {
      for await value in stream { return value }
      return nil
    }
  }

  struct AppendFound: StateUpdater {
    let found: Found
    func updateState(_ state: inout CounterState) { state.counter += 1 }
  }

  @Test func `an effect, its children and its retries have the values of the dispatcher`()
    async throws
  {
    let store = PlainStore<CounterState>()
    try await Self.$request.withValue("r1") {
      #expect(try await store.dispatch(ReadRequest()).value == "r1")
      #expect(try await store.dispatch(ReadInChild()).value == "r1")
      #expect(try await store.anyDispatch(ReadInChild()).value as? String == "r1")
      let repeated = ReadLater()
      try await store.dispatch(repeated).retry(5).value
      #expect(repeated.runs.withLock { $0 } == ["r1", "r1", "r1"])
    }
    // Also outside of a task, where task-local values may be bound as well.
    let handle = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let handle = Self.$request.withValue("thread") { store.dispatch(ReadRequest()) }
        continuation.resume(returning: handle)
      }
    }
    #expect(try await handle.value == "thread")
    #expect(try await store.dispatch(ReadRequest()).value == "none")
  }

  @Test func `an effect that is held until the store is ready has them as well`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = PlainStore<CounterState>(stateInitializer: {
      for await _ in gate { break }
      return CounterState()
    })
    let handles = ["a", "b"].map { name in
      Self.$request.withValue(name) { store.dispatch(ReadRequest()) }
    }
    open.yield()
    #expect(try await handles[0].value == "a")
    #expect(try await handles[1].value == "b")
  }

  @Test func `an interceptor's effect has those of the item's dispatcher, or none`() async throws {
    let store = PlainStore<CounterState>(interceptors: [
      ObserverInterceptor.observe([.onDispatch(AppendFound.self, [ReadOnAppend.self])])
    ])
    let found = Found()
    Self.$request.withValue("mine") { _ = store.dispatch(AppendFound(found: found)) }
    #expect(await found.next() == "mine")
    // The item of one request is handled by the thread of another.
    let other = Found()
    let occupation = Occupation(of: store, request: "another")
    Self.$request.withValue("mine") { _ = store.dispatch(AppendFound(found: other)) }
    occupation.end()
    #expect(await other.next() == "none")
    // The thread is rid of it again.
    Self.$request.withValue("mine") { _ = store.dispatch(AppendFound(found: found)) }
    #expect(await found.next() == "mine")
  }
}
