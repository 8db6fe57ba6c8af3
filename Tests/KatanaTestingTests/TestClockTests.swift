import Katana
import KatanaTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct TestClockTests {
  @Test func `sleepers wake in the order of their deadlines, then of falling asleep`() async throws
  {
    let clock = TestClock()
    let woken = Order()
    var tasks: [Task<Void, any Error>] = []
    for (index, seconds) in [3, 1, 2, 1].enumerated() {
      tasks.append(
        Task {
          try await clock.sleep(for: .seconds(seconds))
          woken.append(index)
        }
      )
      await clock.waitForSleepers(index + 1)
    }
    for count in 1...3 {
      await clock.advance(by: .seconds(1))
      #expect(clock.sleeperCount == [2, 1, 0][count - 1])
    }
    for task in tasks { try await task.value }
    #expect(woken.numbers == [1, 3, 2, 0])
    #expect(clock.now == TestClock.Instant(offset: .seconds(3)))
  }

  @Test func `a sleeper does not wake before its deadline, and a past one does not sleep`()
    async throws
  {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(1)
    await clock.advance(by: .milliseconds(1999))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    try await task.value
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a cancelled sleeper wakes at once, before and after it fell asleep`() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
    for _ in 0..<200 {
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `running the clock wakes those that fall asleep again`() async throws {
    let clock = TestClock()
    let task = Task {
      for _ in 0..<5 { try await clock.sleep(for: .seconds(10)) }
    }
    await clock.waitForSleepers(1)
    // More than once where the scheduler was slow; each run ends only when nobody sleeps.
    while clock.now.offset < .seconds(50) { await clock.run() }
    try await task.value
    #expect(clock.now.offset == .seconds(50))
  }

  @Test func `a retry waits on the clock between two tries`() async throws {
    struct FailTwice: ReturningSideEffect {
      let tries: Counter
      func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
        let number = tries.increment()
        if number < 3 { throw Broken() }
        return number
      }
    }
    let store = Store<CounterState, ClockDependencies>()
    let clock = TestClock()
    let tries = Counter()
    // The type is named, or else the overload for side effects without a value is chosen.
    let handle: DispatchHandle<Int> = store.dispatch(FailTwice(tries: tries))
      .retry(5, delay: .seconds(30), clock: clock)
    for expected in 1...2 {
      await clock.waitForSleepers(1)
      #expect(tries.value == expected)
      await clock.advance(by: .seconds(29))
      #expect(tries.value == expected)
      #expect(!handle.isFinished)
      await clock.advance(by: .seconds(1))
    }
    #expect(try await handle.value == 3)
    #expect(clock.sleeperCount == 0)
  }

  final class Order: Sendable {
    private let storage = Mutex<[Int]>([])
    var numbers: [Int] { storage.withLock { $0 } }
    func append(_ number: Int) { storage.withLock { $0.append(number) } }
  }

  final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
