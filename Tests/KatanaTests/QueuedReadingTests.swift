import Dispatch
import Foundation
import KatanaTesting
import Synchronization
import Testing

@testable import Katana

/// Reading while items wait whose executor hasn't come to them: the reading thread may be the very one
/// that has to run it.
@Suite(.timeLimit(.minutes(30)))
struct QueuedReadingTests {
  /// The result of a function on a thread of its own; `nil` if it hasn't returned after half a minute.
  private func outcome<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let result = Shared<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let value = body()
      result.value.withLock { $0 = value }
      isDone.signal()
    }
    return isDone.wait(timeout: .now() + 30) == .success ? result.value.withLock { $0 } : nil
  }

  /// A value that threads share.
  private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }

  private func store(on executor: any StoreExecutor) -> PlainStore<CounterState> {
    PlainStore<CounterState>(configuration: StoreConfiguration(updates: .executor(executor)))
  }

  @Test func `a state is read before a manual executor has run what was dispatched`() {
    let executor = ManualExecutor()
    let store = store(on: executor)
    let seen = outcome {
      store.dispatch(Increment())
      let before = store.state.counter
      store.dispatch(Increment())
      let version = store.versionedState.version
      executor.runAll()
      return [before, Int(version), store.state.counter]
    }
    #expect(seen == [0, 0, 2])
  }

  @Test func `a thread reads that would run the executor itself`() {
    let queue = DispatchQueue(label: "updates")
    let store = store(on: .queue(queue))
    let seen = outcome {
      queue.sync {
        store.dispatch(Increment())
        return store.state.counter
      }
    }
    #expect(seen == 0)
    queue.sync {}
    #expect(store.state.counter == 1)
  }

  @MainActor
  @Test func `the main actor reads a store that updates on the main queue`() async throws {
    let store = store(on: .queue(.main))
    let handle = store.dispatch(Increment())
    #expect(store.state.counter == 0)
    try await handle.value
    #expect(store.state.counter == 1)
  }

  @Test func `a recording that waits for its turn lets scopes read`() {
    let executor = ManualExecutor()
    let store = PlainStore<AppState>(
      configuration: StoreConfiguration(updates: .executor(executor))
    )
    let seen = outcome {
      store.dispatch(Load(count: 3))
      let recorder = store.record()
      defer { recorder.stop() }
      let before = store.scope(\.inner).state.counter
      executor.runAll()
      return [before, store.scope(\.inner).state.counter]
    }
    #expect(seen == [0, 3])
  }

  struct AppState: State {
    var inner = CounterState()
  }

  struct Load: StateUpdater {
    let count: Int
    func updateState(_ state: inout AppState) { state.inner.counter += count }
  }

  @Test func `a listener that begins with the value doesn't wait for what is queued`() {
    let executor = ManualExecutor()
    let store = store(on: executor)
    let calls = Shared<[[Int]]>([])
    let isDone = outcome {
      store.dispatch(Increment())
      store.addListener(for: \.counter, callsInitially: true) { old, new in
        calls.value.withLock { $0.append([old, new]) }
      }
      executor.runAll()
      return true
    }
    #expect(isDone == true)
    #expect(calls.value.withLock { $0 } == [[0, 0], [0, 1]])
  }

  @Test func `reading hands the executor no more jobs than one`() {
    let executor = ManualExecutor()
    let store = store(on: executor)
    let jobs = outcome {
      store.dispatch(Increment())
      for _ in 0..<1000 { _ = store.state }
      return executor.jobCount
    }
    #expect(jobs == 1)
    executor.runAll()
    #expect(store.state.counter == 1)
  }

  @Test func `readers beside an executor see whole states and lose no job`() async throws {
    let queue = DispatchQueue(label: "updates")
    let store = PlainStore<PairState>(
      configuration: StoreConfiguration(updates: .executor(.queue(queue)))
    )
    let done = DispatchGroup()
    let isTorn = Shared(false)
    for _ in 0..<3 {
      done.enter()
      Thread.detachNewThread {
        var last = 0
        for _ in 0..<20_000 {
          let state = store.state
          if state.first != state.second || state.first < last {
            isTorn.value.withLock { $0 = true }
          }
          last = state.first
        }
        done.leave()
      }
    }
    var handles: [DispatchHandle<Void>] = []
    for _ in 0..<5_000 { handles.append(store.dispatch(IncrementBoth())) }
    for handle in handles { try await handle.value }
    await withCheckedContinuation { continuation in
      done.notify(queue: .global()) { continuation.resume() }
    }
    #expect(!isTorn.value.withLock { $0 })
    #expect(store.state.first == 5_000)
  }

  struct PairState: State {
    var first = 0
    var second = 0
  }

  struct IncrementBoth: StateUpdater {
    func updateState(_ state: inout PairState) {
      state.first += 1
      state.second += 1
    }
  }

  @Test func `a store that is dropped before its executor ran rejects what waits`() async throws {
    let executor = ManualExecutor()
    var store: PlainStore<CounterState>? = store(on: executor)
    let handle = try #require(store).dispatch(Increment())
    store = nil
    #expect(handle.isFinished)
    await #expect(throws: StoreError.storeDropped) { try await handle.value }
  }
}
