import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ExecutionTests {
  @Test func `with an executor no updater runs on the dispatching thread`() async throws {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "updates")
    queue.setSpecific(key: key, value: true)
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(updates: .executor(.queue(queue)))
    )
    let onQueue = Mutex<[Bool]>([])
    for _ in 0..<100 {
      let handle = store.dispatch(
        Perform { state in
          state.counter += 1
          let isOnQueue = DispatchQueue.getSpecific(key: key) == true
          onQueue.withLock { $0.append(isOnQueue) }
        }
      )
      try await handle.value
    }
    #expect(onQueue.withLock { $0 } == [Bool](repeating: true, count: 100))
    #expect(store.state.counter == 100)
  }

  @Test func `one thread handles at most its share of others' items`() async throws {
    let isOwn = try await drainingThreads(
      .inPlace(drainLimit: 10, drainDuration: .seconds(3600)),
      items: 100
    ) {}
    #expect(isOwn == (0..<100).map { $0 < 10 })
  }

  @Test func `one thread begins no item of others after so much time`() async throws {
    // Each takes longer than a tick of the coarse clock.
    let isOwn = try await drainingThreads(.inPlace(drainDuration: .zero), items: 3) {
      usleep(20_000)
    }
    #expect(isOwn == [true, false, false])
  }

  @Test func `a thread whose share is zero handles nothing of others`() async throws {
    let isOwn = try await drainingThreads(.inPlace(drainLimit: 0), items: 5) {}
    #expect(isOwn == [false, false, false, false, false])
  }

  @Test func `what an item leads to is handled when its dispatch returns`() {
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(updates: .inPlace(drainLimit: 0, drainDuration: .zero))
    )
    store.addListener { _, new in
      usleep(1000)
      if new.counter < 20 { store.dispatch(Increment()) }
    }
    store.dispatch(Increment())
    #expect(store.state.counter == 20)
  }

  /// For each of some items that are queued while a thread runs an updater, whether that thread ran
  /// it.
  private func drainingThreads(
    _ updates: UpdateExecution,
    items: Int,
    _ body: @escaping @Sendable () -> Void
  ) async throws -> [Bool] {
    let store = PlainStore<CounterState>(configuration: StoreConfiguration(updates: updates))
    let threads = Mutex<[UInt]>([])
    let note = Perform { _ in
      let thread = UInt(bitPattern: pthread_self().hashValue)
      threads.withLock { $0.append(thread) }
      body()
    }
    let handles = Mutex<[DispatchHandle<Void>]>([])
    let own = Mutex<UInt>(0)
    // The thread lives to the end, so that no other gets its identity.
    let mayEnd = DispatchSemaphore(value: 0)
    defer { mayEnd.signal() }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        own.withLock { $0 = UInt(bitPattern: pthread_self().hashValue) }
        store.dispatch(
          Perform { _ in
            let isQueued = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
              let queued = (0..<items).map { _ in store.dispatch(note) }
              handles.withLock { $0 = queued }
              isQueued.signal()
            }
            isQueued.wait()
          }
        )
        continuation.resume()
        mayEnd.wait()
      }
    }
    for handle in handles.withLock({ $0 }) { try await handle.value }
    let mine = own.withLock { $0 }
    return threads.withLock { $0.map { $0 == mine } }
  }

  @Test(arguments: [QueuePolicy.dropNewest, .reject])
  func `a full queue refuses what comes`(policy: QueuePolicy) async throws {
    let unobserved = Mutex(0)
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(
        queueCapacity: 5,
        queuePolicy: policy,
        onUnobservedError: { _, _ in unobserved.withLock { $0 += 1 } }
      )
    )
    try await whileBusy(store) {
      var handles: [DispatchHandle<Void>] = []
      for _ in 0..<8 { handles.append(store.dispatch(Increment())) }
      let refused = handles.suffix(3)
      #expect(refused.allSatisfy { $0.isFinished })
      return handles
    } then: { handles in
      for handle in handles.prefix(5) { try await handle.value }
      for handle in handles.suffix(2) {
        await #expect(throws: StoreError.self) { try await handle.value }
      }
    }
    #expect(store.state.counter == 5)
    // One of the refused was not asked for its error.
    if case .reject = policy {
      #expect(unobserved.withLock { $0 } == 1)
    } else {
      #expect(unobserved.withLock { $0 } == 0)
    }
  }

  @Test func `a full queue lets the dispatching threads wait, and loses nothing`() throws {
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(queueCapacity: 2, queuePolicy: .wait)
    )
    let done = DispatchGroup()
    for _ in 0..<4 {
      done.enter()
      Thread.detachNewThread {
        for index in 0..<2000 {
          store.dispatch(
            Perform { state in
              state.counter += 1
              if index.isMultiple(of: 500) { usleep(500) }
            }
          )
        }
        done.leave()
      }
    }
    done.wait()
    while store.state.counter < 8000 { usleep(100) }
    #expect(store.state.counter == 8000)
  }

  @Test func `a dispatch from the queue that a store runs on is not held up by its full queue`() {
    let queue = DispatchQueue(label: "store")
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(
        updates: .executor(.queue(queue)),
        queueCapacity: 2,
        queuePolicy: .wait
      )
    )
    queue.sync { for _ in 0..<100 { store.dispatch(Increment()) } }
    queue.sync {}
    #expect(store.state.counter == 100)
  }

  @Test func `a dispatch from a listener is not held up by a full queue`() {
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(queueCapacity: 1, queuePolicy: .wait)
    )
    store.addListener { _, new in
      if new.counter == 1 { for _ in 0..<10 { store.dispatch(Increment()) } }
    }
    store.dispatch(Increment())
    #expect(store.state.counter == 11)
  }

  @Test func `an updater that waits can be cancelled`() async throws {
    let store = PlainStore<CounterState>()
    try await whileBusy(store) {
      let handles = (0..<3).map { _ in store.dispatch(Increment()) }
      handles[1].cancel()
      return handles
    } then: { handles in
      try await handles[0].value
      await #expect(throws: CancellationError.self) { try await handles[1].value }
      try await handles[2].value
    }
    #expect(store.state.counter == 2)
  }

  /// Dispatches while another thread is in the middle of an updater.
  private func whileBusy(
    _ store: PlainStore<CounterState>,
    _ dispatch: () -> [DispatchHandle<Void>],
    then check: ([DispatchHandle<Void>]) async throws -> Void
  ) async throws {
    let occupation = Occupation(of: store)
    let handles = dispatch()
    occupation.end()
    try await check(handles)
  }
}
