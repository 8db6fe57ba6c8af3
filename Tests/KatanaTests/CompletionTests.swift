import Dispatch
import Foundation
import SeededRandom
import Synchronization
import Testing

@testable import Katana

@Suite(.timeLimit(.minutes(30)))
struct CompletionTests {
  @Test func `all that wait are resumed`() async {
    // Whether a task has begun to wait can't be seen, so it is tried repeatedly.
    for _ in 0..<200 {
      let completion = Completion()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { await completion.wait() } }
        for _ in 0..<10 { await Task.yield() }
        completion.finish()
      }
      #expect(completion.isFinished)
    }
  }

  @Test func `whichever of two that wait is cancelled is let go, and the other waits on`()
    async throws
  {
    for cancelsFirst in [true, false] {
      let completion = Completion()
      var tasks: [Task<Void, any Error>] = []
      for count in 1...2 {
        tasks.append(Task { try await completion.waitUnlessCancelled() })
        while completion.waiterCount < count { await Task.yield() }
      }
      if cancelsFirst { tasks.reverse() }
      tasks[1].cancel()
      await #expect(throws: CancellationError.self) { try await tasks[1].value }
      #expect(completion.waiterCount == 1)
      #expect(!completion.isFinished)
      completion.finish()
      try await tasks[0].value
      #expect(completion.waiterCount == 0)
    }
  }

  @Test func `the last that is cancelled ends the item, in whichever order they came and go`()
    async throws
  {
    /// Counts how often it was ended, and finishes then.
    final class Ending: Completion, @unchecked Sendable {
      let ends = Atomic<Int>(0)
      override func endWithoutAwaiters() {
        if ends.add(1, ordering: .relaxed).newValue == 1 { finish() }
      }
    }
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let count = Int.random(in: 1...4, using: &random)
      let cancelled = (0..<count).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        .shuffled(using: &random)
      let completion = Ending()
      let tasks = (0..<count).map { _ in
        Task { try await completion.waitUnlessCancelled() }
      }
      let allWait = Bool.random(using: &random)
      if allWait { while completion.waiterCount < count { await Task.yield() } }
      for index in cancelled { tasks[index].cancel() }
      for index in cancelled where allWait { _ = await tasks[index].result }
      let ends = completion.ends.load(ordering: .relaxed)
      if allWait { #expect((ends > 0) == (cancelled.count == count)) }
      // Where the others hadn't come yet, the last of those that had may have ended it.
      if completion.ends.add(1, ordering: .relaxed).oldValue == 0 { completion.finish() }
      for (index, task) in tasks.enumerated() {
        let result = await task.result
        if !cancelled.contains(index) {
          #expect(throws: Never.self, "seed \(seed), round \(round)") { try result.get() }
        }
      }
      #expect(completion.waiterCount == 0)
    }
  }

  @Test func `an item is not finished before it ran`() throws {
    let store = PlainStore<CounterState>()
    let began = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let queued = Mutex<DispatchHandle<Void>?>(nil)
    let wasFinished = Mutex<Bool?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.dispatch(
        Perform { _ in
          began.signal()
          mayEnd.wait()
        }
      )
      isDone.signal()
    }
    began.wait()
    let handle = store.dispatch(
      Perform { state in
        let isFinished = queued.withLock { $0?.isFinished }
        wasFinished.withLock { $0 = isFinished }
        state.counter = 1
      }
    )
    queued.withLock { $0 = handle }
    #expect(!handle.isFinished)
    mayEnd.signal()
    isDone.wait()
    #expect(wasFinished.withLock { $0 } == false)
    while !handle.isFinished { sched_yield() }
    #expect(store.state.counter == 1)
  }

  @Test func `what an item wrote is there when its handle is finished`() {
    // Without a lock, so that ThreadSanitizer complains if finishing publishes nothing.
    final class Box: @unchecked Sendable { var value = 0 }
    let store = PlainStore<CounterState>()
    for number in 1...200 {
      let box = Box()
      let occupation = Occupation(of: store)
      let handle = store.dispatch(Perform { _ in box.value = number })
      occupation.end()
      while !handle.isFinished { sched_yield() }
      #expect(box.value == number)
    }
  }

  @Test func `an idle store has no owner`() async throws {
    let store = PlainStore<CounterState>()
    func expectIdle() {
      #expect(store.isIdle)
      #expect(store.core.ownership.ownerMark.load(ordering: .relaxed) == 0)
      #expect(store.core.control.queuedCount.load(ordering: .relaxed) == 0)
    }
    expectIdle()
    store.dispatch(Increment())
    expectIdle()
    _ = store.state
    expectIdle()
    // One that is queued, and drained by this thread.
    store.dispatch(Perform { _ in store.dispatch(Increment()) })
    expectIdle()
    store.addListener { _, _ in }
    store.dispatch(Increment())
    expectIdle()
  }

  @Test func `a share of time that means for ever has no limit`() {
    let durations: [Duration] = [
      .seconds(Int64.max), .seconds(18_446_744_073) + .milliseconds(999), .seconds(1 << 60),
    ]
    for duration in durations {
      #expect(DrainShare(limit: 1, duration: duration).nanoseconds == .max)
    }
    #expect(DrainShare(limit: 1, duration: .seconds(-1)).nanoseconds == 0)
  }
}
