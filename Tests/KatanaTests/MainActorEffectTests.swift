import Foundation
import Katana
import Synchronization
import Testing

/// Side effects whose tasks begin on the main actor.
@Suite(.timeLimit(.minutes(30)))
struct MainActorEffectTests {
  final class Log: Sendable {
    private let storage = Mutex<[String]>([])
    var lines: [String] { storage.withLock { $0 } }
    func append(_ line: String) { storage.withLock { $0.append(line) } }
  }

  struct Failure: Error, Equatable {}

  struct Effect: ReturningSideEffect {
    let log: Log
    var fails = false
    var isLong = false

    static var beginsOnMainActor: Bool { true }

    @MainActor
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      MainActor.assertIsolated()
      log.append("effect")
      if isLong { try await Task.sleep(for: .seconds(3600)) }
      if fails { throw Failure() }
      return (context.getAnyState() as? CounterState)?.counter ?? -1
    }
  }

  @MainActor
  @Test func `are over within a dispatch by the main actor's task, and have its values`()
    async throws
  {
    let (store, log) = (PlainStore<CounterState>(), Log())
    try await store.waitUntilReady()
    store.dispatch(Add(amount: 3))
    let handle = store.dispatch(Effect(log: log))
    #expect(log.lines == ["effect"] && handle.isFinished)
    #expect(try await handle.value == 3)
    let failing = store.dispatch(Effect(log: log, fails: true))
    #expect(failing.isFinished)
    await #expect(throws: Failure.self) { try await failing.value }
  }

  @Test func `run there whoever dispatches`() async throws {
    let (store, log) = (PlainStore<CounterState>(), Log())
    #expect(try await store.dispatch(Effect(log: log)).value == 0)
    let untyped = try await store.anyDispatch(Effect(log: log)).value
    #expect(untyped as? Int == 0)
    #expect(log.lines == ["effect", "effect"])
  }

  @MainActor
  @Test func `go through interceptors, and are recorded as any other`() async throws {
    let log = Log()
    let store = PlainStore<CounterState>(
      interceptors: [ObserverInterceptor.observe([])],
      initialState: CounterState(counter: 2)
    )
    #expect(try await store.dispatch(Effect(log: log)).value == 2)
  }

  @MainActor
  @Test func `don't begin while the thread's store is in the midst of an update`() async throws {
    let (store, log) = (PlainStore<CounterState>(), Log())
    try await store.waitUntilReady()
    let handles = Mutex<[DispatchHandle<Int>]>([])
    let end = store.addListener { _, _ in
      let handle = store.dispatch(Effect(log: log))
      log.append("dispatched")
      handles.withLock { $0.append(handle) }
    }
    store.dispatch(Increment())
    end()
    #expect(log.lines == ["dispatched"])
    let handle = try #require(handles.withLock { $0.first })
    #expect(try await handle.value == 1)
    #expect(log.lines == ["dispatched", "effect"])
  }

  @MainActor
  @Test func `are cancelled as any other`() async throws {
    let (store, log) = (PlainStore<CounterState>(), Log())
    let handle = store.dispatch(Effect(log: log, isLong: true))
    handle.cancel()
    await #expect(throws: CancellationError.self) { try await handle.value }
  }
}
