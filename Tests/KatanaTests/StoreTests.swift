import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct StoreTests {
  @Test func `a store begins with the state's own initializer`() {
    #expect(PlainStore<CounterState>().state == CounterState(counter: 0))
    #expect(PlainStore(initialState: CounterState(counter: 7)).state.counter == 7)
  }

  @Test func `an idle store applies an updater before dispatch returns`() {
    let store = PlainStore<CounterState>()
    let handle = store.dispatch(Increment())
    #expect(handle.isFinished)
    #expect(store.state.counter == 1)
  }

  @Test func `an awaited dispatch is visible in the state`() async throws {
    let store = PlainStore<CounterState>()
    for expected in 1...100 {
      try await store.dispatch(Increment()).value
      #expect(store.state.counter == expected)
    }
  }

  @Test func `updaters of different lengths land in the order of their dispatch`() async throws {
    // docs/semantics/store.md, K7: three updaters that take 3, 2 and 0 s; here ms.
    let store = PlainStore<ListState>()
    struct SlowAppend: StateUpdater {
      let item: Int
      let milliseconds: UInt32
      var whenBegun: @Sendable () -> Void = {}
      func updateState(_ state: inout ListState) {
        whenBegun()
        usleep(milliseconds * 1000)
        state.items.append(item)
      }
    }
    let first = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.dispatch(SlowAppend(item: 0, milliseconds: 3) { first.signal() })
    }
    first.wait()
    let handles = [
      store.dispatch(SlowAppend(item: 1, milliseconds: 3)),
      store.dispatch(SlowAppend(item: 2, milliseconds: 2)),
      store.dispatch(SlowAppend(item: 3, milliseconds: 0)),
    ]
    for handle in handles { try await handle.value }
    #expect(store.state.items == [0, 1, 2, 3])
  }

  @Test func `a dispatch does not wait for another thread's updater`() async throws {
    let store = PlainStore<CounterState>()
    let occupation = Occupation(of: store) { $0.counter += 1000 }
    // Were one of these to wait, the test would never end.
    let handles = (0..<1000).map { _ in store.dispatch(Increment()) }
    #expect(handles.allSatisfy { !$0.isFinished })
    occupation.end()
    for handle in handles { try await handle.value }
    #expect(handles.allSatisfy { $0.isFinished })
    #expect(store.state.counter == 2000)
  }

  @Test func `a reader waits for the running updater and sees what it did`() {
    let store = PlainStore<CounterState>()
    let began = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.dispatch(
        Perform { state in
          state.counter = -1
          began.signal()
          mayEnd.wait()
          state.counter = 1
        }
      )
    }
    began.wait()
    let seen = Mutex<[Int]>([])
    let readers = DispatchGroup()
    for _ in 0..<3 {
      readers.enter()
      Thread.detachNewThread {
        let counter = store.state.counter
        seen.withLock { $0.append(counter) }
        readers.leave()
      }
    }
    #expect(readers.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
    mayEnd.signal()
    readers.wait()
    #expect(seen.withLock { $0 } == [1, 1, 1])
  }

  @Test func `a reader does not wait for listeners`() {
    let store = PlainStore<CounterState>()
    let listening = DispatchSemaphore(value: 0)
    let hasRead = DispatchSemaphore(value: 0)
    store.addListener { _, _ in
      listening.signal()
      hasRead.wait()
    }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.dispatch(Add(amount: 5))
      done.signal()
    }
    listening.wait()
    // Were this to wait, the listener would never return.
    #expect(store.state.counter == 5)
    hasRead.signal()
    done.wait()
    #expect(store.state.counter == 5)
  }

  @Test func `a store may be dropped while an updater runs and others wait`() async throws {
    let updates = UpdateExecution.executor(.queue(DispatchQueue(label: "updates")))
    var store: PlainStore<CounterState>? = PlainStore(
      configuration: StoreConfiguration(updates: updates)
    )
    let began = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let running = try #require(store).dispatch(
      Perform { _ in
        began.signal()
        mayEnd.wait()
      }
    )
    blockingWait(began)
    let waiting = try #require(store).dispatch(Increment())
    store = nil
    mayEnd.signal()
    try await running.value
    await #expect(throws: StoreError.storeDropped) { try await waiting.value }
  }

  @Test func `reading the state inside an updater stops the program with a reason`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let store = PlainStore<CounterState>()
      store.dispatch(Perform { state in state.counter = store.state.counter })
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains("inside updateState(_:)"))
    #expect(message.contains("CounterState"))
  }

  @Test func `a dispatch inside an updater is queued behind it`() {
    let store = PlainStore<CounterState>()
    let handle = Mutex<DispatchHandle<Void>?>(nil)
    store.dispatch(
      Perform { state in
        let nested = store.dispatch(Add(amount: 1))
        handle.withLock { $0 = nested }
        state.counter = 10
      }
    )
    #expect(handle.withLock { $0?.isFinished } == true)
    #expect(store.state.counter == 11)
  }

  /// A semaphore's wait, from a synchronous function, because an asynchronous one may not block.
  private func blockingWait(_ semaphore: DispatchSemaphore) { semaphore.wait() }
}
