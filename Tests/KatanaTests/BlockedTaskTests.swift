import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

/// Tasks that find a store busy.
///
/// One after the other: each blocks a thread of the few that run tasks.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct BlockedTaskTests {
  /// A store with room for one item, in the middle of an updater that another thread runs.
  private final class BusyStore: Sendable {
    let store: PlainStore<CounterState>
    private let mayEnd = DispatchSemaphore(value: 0)
    private let reports: AsyncStream<BlockedTask>

    init(policy: QueuePolicy = .wait) {
      let (reports, report) = AsyncStream<BlockedTask>.makeStream()
      self.reports = reports
      store = PlainStore<CounterState>(
        configuration: StoreConfiguration(
          queueCapacity: 1,
          queuePolicy: policy,
          onBlockedTask: { report.yield($0) }
        )
      )
      let began = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [store, mayEnd] in
        store.dispatch(
          Perform { _ in
            began.signal()
            mayEnd.wait()
          }
        )
      }
      began.wait()
    }

    func end() { mayEnd.signal() }

    func nextReport() async -> BlockedTask? {
      for await report in reports { return report }
      return nil
    }
  }

  @Test func `a task that is blocked by a full queue is reported once`() async throws {
    let busy = BusyStore()
    let first = busy.store.dispatch(Increment())
    async let others = Task.detached {
      [busy.store.dispatch(Increment()), busy.store.dispatch(Increment())]
    }.value
    let report = await busy.nextReport()
    busy.end()
    let handles = await others
    try await first.value
    for handle in handles { try await handle.value }
    guard case .dispatching(let item, 1) = report else {
      Issue.record("expected a blocked dispatch, found \(String(describing: report))")
      return
    }
    #expect(item.hasSuffix("Increment"))
    #expect(busy.store.state.counter == 3)
  }

  @Test func `a task that is blocked by a long updater is reported`() async throws {
    let busy = BusyStore()
    async let counter = Task.detached { busy.store.state.counter }.value
    let report = await busy.nextReport()
    busy.end()
    #expect(await counter == 0)
    #expect(report == .reading(state: "Store<CounterState>"))
  }

  @Test func `a task that suspends until there is room blocks no thread`() async throws {
    let busy = BusyStore()
    let handle = busy.store.dispatch(Increment())
    // More tasks than threads: if each blocked one, none would come to the reading below.
    let tasks = (0..<100).map { _ in
      Task.detached { try await busy.store.suspendingDispatch(Increment()).value }
    }
    let readers = (0..<100).map { _ in
      Task.detached { try await busy.store.currentState().counter }
    }
    await Task.detached {}.value
    busy.end()
    try await handle.value
    for task in tasks { try await task.value }
    for reader in readers { #expect((0...101).contains(try await reader.value)) }
    #expect(busy.store.state.counter == 101)
  }

  @Test func `a task that is cancelled while it waits for room doesn't dispatch`() async throws {
    let busy = BusyStore()
    let first = busy.store.dispatch(Increment())
    let cancelled = Task.detached {
      try await busy.store.suspendingDispatch(Add(amount: 100)).value
    }
    let kept = Task.detached { try await busy.store.suspendingDispatch(Increment()).value }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    busy.end()
    try await first.value
    try await kept.value
    #expect(busy.store.state.counter == 2)
  }

  @Test func `a task doesn't wait for room where the policy is to reject`() async throws {
    let busy = BusyStore(policy: .reject)
    let first = busy.store.dispatch(Increment())
    let refused = await busy.store.suspendingDispatch(Increment())
    #expect(refused.isFinished)
    await #expect(throws: StoreError.self) { try await refused.value }
    busy.end()
    try await first.value
  }

  @Test func `many tasks that wait for room lose no update`() async throws {
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(queueCapacity: 2, queuePolicy: .wait)
    )
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<16 {
        group.addTask {
          for _ in 0..<500 {
            let handle = await store.suspendingDispatch(Increment())
            if index.isMultiple(of: 4) { try? await handle.value }
          }
        }
      }
    }
    try await store.dispatch(DoNothing()).value
    #expect(store.state.counter == 8000)
  }
}
