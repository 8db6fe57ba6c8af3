import Glibc
import Synchronization
import Testing

@testable import BenchmarkHarness

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct HookExecutorTests {
  private struct Refusal: Error {}

  private actor Tally {
    var sum = 0

    func add(_ number: Int) { sum += number }
  }

  @Test func `what a hook awaits runs on the thread of the hook`() throws {
    let threads = Mutex<Set<UInt>>([])
    let note: @Sendable () -> Void = { _ = threads.withLock { $0.insert(UInt(pthread_self())) } }
    let sum = try BlockingTask.runHook {
      note()
      try await Task.sleep(for: .milliseconds(1))
      note()
      let tally = Tally()
      // More than there is room for at first.
      await withTaskGroup { group in
        for number in 1...1000 {
          group.addTask {
            await Task.yield()
            note()
            await tally.add(number)
          }
        }
      }
      note()
      return await tally.sum
    }
    #expect(sum == 500_500)
    #expect(threads.withLock(\.count) == 1)
    #expect(threads.withLock { !$0.contains(UInt(pthread_self())) })
    try BlockingTask.runHook { note() }
    #expect(threads.withLock(\.count) == 1)
  }

  @Test func `a task without a parent may run beside a hook that it ends`() throws {
    let sum = try BlockingTask.runHook {
      let tally = Tally()
      let tasks = (1...100).map { number in Task { await tally.add(number) } }
      for task in tasks { await task.value }
      return await tally.sum
    }
    #expect(sum == 5050)
  }

  @Test func `a hook that throws leaves the thread to the next one`() throws {
    for _ in 0..<3 {
      #expect(throws: Refusal.self) {
        try BlockingTask.runHook {
          await Task.yield()
          throw Refusal()
        }
      }
      #expect(try BlockingTask.runHook { 7 } == 7)
    }
  }

  @Test func `a body that suspends is checked and torn down on the thread of hooks`() throws {
    let hook = try BlockingTask.runHook { UInt(pthread_self()) }
    let threads = Mutex<[String: UInt]>([:])
    let body = BenchmarkBody(
      runAsync: { _ in threads.withLock { $0["run"] = UInt(pthread_self()) } },
      verify: { _ in threads.withLock { $0["verify"] = UInt(pthread_self()) } },
      tearDown: { threads.withLock { $0["tearDown"] = UInt(pthread_self()) } }
    )
    try body.run(iterations: 1)
    try body.verify(1)
    body.tearDown()
    #expect(threads.withLock { $0["verify"] } == hook)
    #expect(threads.withLock { $0["tearDown"] } == hook)
    // What is measured stays the pool's.
    #expect(threads.withLock { $0["run"] != nil && $0["run"] != hook })
  }
}
