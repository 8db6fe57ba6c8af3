import Foundation
import Synchronization
import Testing

@testable import Katana

@Suite(.timeLimit(.minutes(30)))
struct ReaderTests {
  @Test func `a reader that owned the store runs nothing that was queued meanwhile`() async throws {
    let store = PlainStore<CounterState>()
    let threads = Mutex<Set<UInt>>([])
    let reading = Mutex<UInt>(0)
    // The reading thread lives to the end, so that no other gets its identity.
    let mayEnd = DispatchSemaphore(value: 0)
    defer { mayEnd.signal() }
    let handle: DispatchHandle<Void> = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // What `state` does, stopped between the copy and the release.
        guard store.core.ownership.claim() else { return }
        reading.withLock { $0 = UInt(bitPattern: pthread_self().hashValue) }
        let queued = Mutex<DispatchHandle<Void>?>(nil)
        let isQueued = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          let handle = store.dispatch(
            Perform { state in
              state.counter += 1
              let thread = UInt(bitPattern: pthread_self().hashValue)
              threads.withLock { _ = $0.insert(thread) }
            }
          )
          queued.withLock { $0 = handle }
          isQueued.signal()
        }
        isQueued.wait()
        store.core.releaseReading()
        if let handle = queued.withLock({ $0 }) { continuation.resume(returning: handle) }
        mayEnd.wait()
      }
    }
    try await handle.value
    #expect(store.state.counter == 1)
    #expect(!threads.withLock { $0 }.contains(reading.withLock { $0 }))
  }

  @Test func `a reader doesn't wait for the whole batch`() {
    let store = PlainStore<CounterState>()
    let began = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let hasRead = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    let wasAnswered = Mutex<Bool?>(nil)
    Thread.detachNewThread {
      store.dispatch(
        Perform { _ in
          // These wait, in this order, behind this updater, in one batch.
          store.dispatch(
            Perform { state in
              state.counter = 1
              began.signal()
              mayEnd.wait()
            }
          )
          store.dispatch(
            Perform { state in
              let isInTime = hasRead.wait(timeout: .now() + 30) == .success
              wasAnswered.withLock { $0 = isInTime }
              state.counter = 2
            }
          )
        }
      )
      isDone.signal()
    }
    began.wait()
    let seen = Mutex(0)
    Thread.detachNewThread {
      let counter = store.state.counter
      seen.withLock { $0 = counter }
      hasRead.signal()
    }
    // The first item goes on once the reader stands in line.
    while store.core.ownership.word.load(ordering: .relaxed) & StoreOwnership.readersBit == 0 {
      sched_yield()
    }
    mayEnd.signal()
    isDone.wait()
    #expect(wasAnswered.withLock { $0 } == true)
    #expect(seen.withLock { $0 } == 1)
  }
}
