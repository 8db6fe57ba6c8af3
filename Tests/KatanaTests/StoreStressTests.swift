import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

/// Histories of a store under 4 producers.
///
/// `make check` runs these under ThreadSanitizer.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct StoreStressTests {
  static let producers = 4
  static let updatesPerProducer = 100_000

  /// Each field repeats what the others say, so that a torn copy contradicts itself.
  struct LedgerState: State {
    var count = 0
    /// How many updates of each producer were applied; the last number of each equals it.
    var applied = [Int](repeating: 0, count: StoreStressTests.producers)
    var outOfOrder = 0
    var countAgain = 0

    var isConsistent: Bool {
      count == countAgain && applied.reduce(0, +) == count
    }
  }

  struct Numbered: StateUpdater {
    let producer: Int
    let number: Int

    func updateState(_ state: inout LedgerState) {
      state.count += 1
      if state.applied[producer] != number { state.outOfOrder += 1 }
      state.applied[producer] = number + 1
      // Now and then a longer one, so that the others have to queue.
      if number % 1024 == 0 { usleep(50) }
      state.countAgain += 1
    }
  }

  /// Sights that readers must not have.
  struct Faults: Sendable {
    var torn = 0
    var older = 0
  }

  /// Runs the producers beside two readers; returns the readers' faults and how many of the
  /// dispatches had to queue.
  private func run(_ store: PlainStore<LedgerState>) -> (faults: Faults, queued: Int) {
    let faults = Mutex(Faults())
    let queued = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)
    let running = DispatchGroup()
    let reading = DispatchGroup()
    for producer in 0..<Self.producers {
      running.enter()
      Thread.detachNewThread {
        for number in 0..<Self.updatesPerProducer {
          let handle = store.dispatch(Numbered(producer: producer, number: number))
          if !handle.isFinished { queued.add(1, ordering: .relaxed) }
        }
        running.leave()
      }
    }
    for _ in 0..<2 {
      reading.enter()
      Thread.detachNewThread {
        var seen = [Int](repeating: 0, count: Self.producers)
        var count = 0
        var own = Faults()
        while !isDone.load(ordering: .acquiring) {
          let state = store.state
          if !state.isConsistent { own.torn += 1 }
          if state.count < count || zip(state.applied, seen).contains(where: { $0 < $1 }) {
            own.older += 1
          }
          count = state.count
          seen = state.applied
        }
        faults.withLock { [own] in
          $0.torn += own.torn
          $0.older += own.older
        }
        reading.leave()
      }
    }
    running.wait()
    isDone.store(true, ordering: .releasing)
    reading.wait()
    return (faults.withLock { $0 }, queued.load(ordering: .relaxed))
  }

  /// The producers have returned, but the last owner may still be at it: an awaited dispatch is
  /// behind everything.
  private func settle(_ store: PlainStore<LedgerState>) async throws -> LedgerState {
    struct Last: StateUpdater {
      func updateState(_ state: inout LedgerState) {}
    }
    try await store.dispatch(Last()).value
    return store.state
  }

  /// Without patience all is queued that finds the store busy, with little patience some of it.
  @Test(arguments: [Duration.zero, .microseconds(5), .milliseconds(5)])
  func `nothing is lost, doubled, reordered or torn in place`(patience: Duration) async throws {
    let store = PlainStore<LedgerState>(
      configuration: StoreConfiguration(updates: .inPlace(patience: patience))
    )
    let (faults, queued) = run(store)
    let state = try await settle(store)
    #expect(state.count == Self.producers * Self.updatesPerProducer)
    #expect(state.applied == [Int](repeating: Self.updatesPerProducer, count: Self.producers))
    #expect(state.outOfOrder == 0)
    #expect(state.isConsistent)
    #expect(faults.torn == 0)
    #expect(faults.older == 0)
    if patience < .milliseconds(5) {
      #expect(queued > 0, "the queue was never used, so this proved nothing of it")
    }
  }

  @Test func `every pair that a listener gets chains to the one before`() async throws {
    struct Chain: Sendable {
      var last = LedgerState()
      var calls = 0
      var broken = 0
    }
    let chain = Mutex(Chain())
    let store = PlainStore<LedgerState>(
      configuration: StoreConfiguration(updates: .inPlace(patience: .microseconds(5)))
    )
    let remove = store.addListener { old, new in
      chain.withLock { chain in
        chain.calls += 1
        if old.count != chain.last.count || old.applied != chain.last.applied
          || new.count != old.count + 1 || !new.isConsistent
        {
          chain.broken += 1
        }
        chain.last = new
      }
    }
    let (faults, queued) = run(store)
    // `Last` doesn't count, so it would break the chain.
    while store.state.count < Self.producers * Self.updatesPerProducer { usleep(1000) }
    remove()
    let state = try await settle(store)
    #expect(state.outOfOrder == 0)
    #expect(chain.withLock { $0.calls } == Self.producers * Self.updatesPerProducer)
    #expect(chain.withLock { $0.broken } == 0)
    #expect(faults.torn == 0)
    #expect(faults.older == 0)
    #expect(queued > 0, "the queue was never used, so this proved nothing of it")
  }

  @Test func `awaited dispatches of many tasks all arrive`() async throws {
    let store = PlainStore<CounterState>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          for _ in 0..<500 { try await store.dispatch(Increment()).value }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.state.counter == 64 * 500)
  }

  @Test func `listeners come and go while producers dispatch`() async throws {
    let store = PlainStore<CounterState>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<5000 { try await store.dispatch(Increment()).value }
        }
      }
      group.addTask {
        for _ in 0..<2000 {
          let remove = store.addListener { old, new in
            #expect(new.counter == old.counter + 1)
          }
          remove()
        }
      }
      try await group.waitForAll()
    }
    #expect(store.state.counter == 10_000)
  }
}
