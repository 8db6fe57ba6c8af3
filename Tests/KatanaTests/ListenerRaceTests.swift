import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

/// Selector listeners that are added while another thread updates.
@Suite(.timeLimit(.minutes(30)))
struct ListenerRaceTests {
  /// The values that a listener was told.
  private final class Told: Sendable {
    private let calls = Mutex<[[Int]]>([])
    func append(_ old: Int, _ new: Int) { calls.withLock { $0.append([old, new]) } }
    var all: [[Int]] { calls.withLock { $0 } }
  }

  /// Runs something once.
  private final class Once: Sendable {
    private let isOver = Atomic<Bool>(false)
    func run(_ body: () -> Void) {
      if !isOver.exchange(true, ordering: .relaxed) { body() }
    }
  }

  /// Dispatches on another thread, and waits for the update.
  private static func updateElsewhere(_ store: PlainStore<CounterState>, times: Int = 1) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for _ in 0..<times { store.dispatch(Increment()) }
      isDone.signal()
    }
    isDone.wait()
  }

  @Test func `an update while the first value is selected is not lost`() {
    let store = PlainStore<CounterState>()
    let told = Told()
    let once = Once()
    let select = { @Sendable (state: CounterState) in
      let counter = state.counter
      once.run { Self.updateElsewhere(store) }
      return counter
    }
    store.addListener(selecting: select, by: ==, callsInitially: true) { told.append($0, $1) }
    #expect(told.all == [[1, 1]])
    store.dispatch(Increment())
    #expect(told.all == [[1, 1], [1, 2]])
  }

  @Test func `updates during the initial call are told after it, in order`() {
    let store = PlainStore<CounterState>()
    let told = Told()
    let once = Once()
    store.addListener(for: \.counter, callsInitially: true) { old, new in
      once.run { Self.updateElsewhere(store, times: 3) }
      told.append(old, new)
    }
    #expect(told.all == [[0, 0], [0, 1], [1, 2], [2, 3]])
    store.dispatch(Increment())
    #expect(told.all.last == [3, 4])
  }

  @Test func `a listener that dispatches in its initial call is told of the update`() {
    let store = PlainStore<CounterState>()
    let told = Told()
    store.addListener(for: \.counter, callsInitially: true) { old, new in
      told.append(old, new)
      if new < 3 { store.dispatch(Increment()) }
    }
    #expect(told.all == [[0, 0], [0, 1], [1, 2], [2, 3]])
  }

  @Test func `calls of listeners that race with updates join without a gap`() async throws {
    for _ in 0..<200 {
      let store = PlainStore<CounterState>()
      let isAdded = DispatchGroup()
      let logs = (0..<4).map { _ in Told() }
      for log in logs {
        isAdded.enter()
        Thread.detachNewThread {
          store.addListener(for: \.counter, callsInitially: true) { log.append($0, $1) }
          isAdded.leave()
        }
      }
      for _ in 0..<50 { store.dispatch(Increment()) }
      await withCheckedContinuation { continuation in
        isAdded.notify(queue: .global()) { continuation.resume() }
      }
      try await store.dispatch(Increment()).value
      for log in logs {
        let calls = log.all
        #expect(calls.first.map { $0[0] == $0[1] } == true)
        #expect(calls.last?[1] == 51)
        for (call, next) in zip(calls, calls.dropFirst()) { #expect(call[1] == next[0]) }
      }
    }
  }
}
