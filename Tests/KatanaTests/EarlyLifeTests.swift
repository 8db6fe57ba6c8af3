import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

/// Stores that never become ready, and queues that are full before they are.
@Suite(.timeLimit(.minutes(30)))
struct EarlyLifeTests {
  struct Report: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int { 0 }
  }

  @Test func `an initializer that can be cancelled doesn't hide that the store was dropped`()
    async throws
  {
    for _ in 0..<200 {
      var store: PlainStore<CounterState>? = PlainStore<CounterState> {
        try await Task.sleep(for: .seconds(600))
        return CounterState()
      }
      let handle = try #require(store).dispatch(Increment())
      let effect = try #require(store).dispatch(Report())
      store = nil
      await #expect(throws: StoreError.storeDropped) { try await handle.value }
      await #expect(throws: StoreError.storeDropped) { _ = try await effect.value }
    }
  }

  @Test func `a deaf initializer doesn't keep the handles of a dropped store waiting`()
    async throws
  {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let began = AsyncStream<Void>.makeStream()
    var store: PlainStore<CounterState>? = PlainStore<CounterState> {
      began.continuation.yield()
      // A task of its own is not cancelled with the initializer's.
      await Task.detached { for await _ in gate { break } }.value
      return CounterState()
    }
    for await _ in began.stream { break }
    let handle = try #require(store).dispatch(Increment())
    let effect = try #require(store).dispatch(Report())
    store = nil
    #expect(handle.isFinished)
    #expect(effect.isFinished)
    await #expect(throws: StoreError.storeDropped) { try await handle.value }
    await #expect(throws: StoreError.storeDropped) { _ = try await effect.value }
    open.finish()
  }

  final class Eager: SideEffectDependencyContainer {
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
      for _ in 0..<20 { _ = dispatch(Increment()) }
    }
  }

  @Test func `dependencies may dispatch more than the queue holds`() async throws {
    let configuration = StoreConfiguration(queueCapacity: 10, queuePolicy: .wait)
    let made = Mutex<Int?>(nil)
    let counts = AsyncStream<Int>.makeStream()
    Thread.detachNewThread {
      let store = Store<CounterState, Eager>(configuration: configuration)
      // On a slow machine the making thread's share of the queue is over before the queue is.
      while store.state.counter < 20 { usleep(1000) }
      counts.continuation.yield(store.state.counter)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300) { counts.continuation.finish() }
    for await count in counts.stream {
      made.withLock { $0 = count }
      break
    }
    #expect(made.withLock { $0 } == 20)
  }

  @Test func `what is dispatched before the state is there doesn't wait for room`() async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(queueCapacity: 2, queuePolicy: .wait),
      stateInitializer: {
        for await _ in gate { break }
        return CounterState()
      }
    )
    let handles = (0..<10).map { _ in store.dispatch(Increment()) }
    open.finish()
    for handle in handles { try await handle.value }
    #expect(store.state.counter == 10)
  }

  @Test(arguments: [0, -1])
  func `a queue without room for one item is refused with a reason`(capacity: Int) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [capacity] in
      let store = Store<CounterState, EmptySideEffectDependencyContainer>(
        configuration: StoreConfiguration(queueCapacity: capacity)
      )
      store.dispatch(Increment())
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains("queueCapacity is \(capacity)"))
  }
}
