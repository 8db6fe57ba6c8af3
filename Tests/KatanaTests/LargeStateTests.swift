import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

/// A state of 64 KB within the value itself, on a thread whose stack has room for few copies of it.
@Suite(.timeLimit(.minutes(30)))
struct LargeStateTests {
  struct LargeState: State {
    var words = InlineArray<8192, Int>(repeating: 0)
  }

  struct Touch: StateUpdater {
    let index: Int
    func updateState(_ state: inout LargeState) { state.words[index] += 1 }
  }

  struct Pause: StateUpdater {
    let body: @Sendable () -> Void
    func updateState(_ state: inout LargeState) { body() }
  }

  /// Runs a closure on a thread whose stack has a size in KB, and waits for it.
  private func withStack(kilobytes: Int, _ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = kilobytes * 1024
    thread.start()
    done.wait()
  }

  @Test func `dispatching moves the state through no frame`() {
    let store = PlainStore<LargeState>()
    // Room for less than two copies, of which a test without optimization may make one.
    withStack(kilobytes: 96) {
      for index in 0..<100 { store.dispatch(Touch(index: index)) }
      store.dispatch(Pause { store.dispatch(Touch(index: 100)) })
    }
    #expect(store.state.words[99] == 1)
    #expect(store.state.words[100] == 1)
  }

  @Test func `making, reading and observing a store fits a small stack`() {
    // The default of other systems' threads is 512.
    withStack(kilobytes: 448) {
      let store = PlainStore<LargeState>()
      let calls = Mutex(0)
      store.addListener { old, new in
        if new.words[1] == old.words[1] + 1 { calls.withLock { $0 += 1 } }
      }
      store.addListener(selecting: { $0.words[1] }, by: ==) { _, _ in
        calls.withLock { $0 += 1 }
      }
      store.dispatch(Touch(index: 1))
      #expect(calls.withLock { $0 } == 2)
      #expect(store.state.words[1] == 1)
    }
  }

  @Test func `waiting for the state fits a small stack`() {
    let store = PlainStore<LargeState>()
    let began = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.dispatch(
        Pause {
          began.signal()
          mayEnd.wait()
        }
      )
    }
    began.wait()
    withStack(kilobytes: 448) {
      Thread.detachNewThread {
        usleep(1000)
        mayEnd.signal()
      }
      #expect(store.state.words[5] == 0)
    }
  }
}
