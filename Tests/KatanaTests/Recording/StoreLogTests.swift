import Katana
import SeededRandom
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct StoreLogTests {
  @Test(arguments: RandomHistories.seeds(12))
  func `the log makes every recorded state again under random updates`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let interval = [1, 3, 64, 10_000][Int(seed % 4)]
    let store = PlainStore(initialState: ListState(items: [0]))
    for index in 0..<Int(random.next() % 5) { store.dispatch(Append(item: index)) }
    let recorder = store.record(RecordingOptions(checkpointInterval: interval))
    let first = store.versionedState
    var model = [first.version: first.state.items]
    for _ in 0..<500 {
      if random.next() % 2 == 0 {
        store.dispatch(Append(item: Int(random.next() % 100)))
      } else {
        let index = Int(random.next() % UInt64(store.state.items.count))
        store.dispatch(SetItem(index: index, item: -1))
      }
      let versioned = store.versionedState
      model[versioned.version] = versioned.state.items
    }
    let log = try recorder.log
    #expect(log.versions == first.version...first.version + 500, "seed \(seed)")
    for (version, items) in model {
      let replayed = try log.state(at: version).items
      #expect(replayed == items, "seed \(seed), interval \(interval), version \(version)")
    }
  }

  @Test func `a version that the log does not have is named with those it has`() throws {
    let store = PlainStore<CounterState>()
    store.dispatch(Increment())
    let recorder = store.record()
    store.dispatch(Increment())
    let log = try recorder.log
    for version in [0, 3] as [UInt64] {
      #expect(throws: StoreLogError.versionOutOfRange(version: version, first: 1, last: 2)) {
        try log.state(at: version)
      }
    }
  }

  @Test func `a log with a capacity drops the oldest and still makes the rest again`() throws {
    for capacity in [1, 2, 10, 100] {
      let store = PlainStore<CounterState>()
      let recorder = store.record(RecordingOptions(checkpointInterval: 7, capacity: capacity))
      for count in 1...1000 {
        store.dispatch(Increment())
        let log = try recorder.log
        #expect(log.entries.count <= capacity)
        #expect(log.lastVersion == UInt64(count))
        #expect(log.firstVersion + UInt64(log.entries.count) == UInt64(count))
      }
      let log = try recorder.log
      #expect(log.entries.count >= capacity / 2)
      for version in log.versions {
        let counter = try log.state(at: version).counter
        #expect(counter == Int(version))
      }
    }
  }

  @Test func `side effects alone do not exceed a capacity nor cost an update`() async throws {
    let store = PlainStore<CounterState>()
    let recorder = store.record(RecordingOptions(capacity: 10))
    for _ in 0..<3 { store.dispatch(Increment()) }
    for _ in 0..<100 { try await store.dispatch(Nothing()).value }
    let log = try recorder.log
    #expect(log.entries.count <= 10)
    #expect(log.entries.count { $0.kind == .updater } == 3)
    let counters = try log.versions.map { try log.state(at: $0).counter }
    #expect(counters == [0, 1, 2, 3])
  }

  @Test func `both searches find the first version at which a condition holds`() throws {
    let store = PlainStore<CounterState>()
    store.dispatch(Add(amount: 5))
    let recorder = store.record(RecordingOptions(checkpointInterval: 16))
    for _ in 0..<300 { store.dispatch(Increment()) }
    let log = try recorder.log
    for goal in 4...310 {
      let found = try log.firstVersion { $0.counter >= goal }
      let scanned = try log.scanForFirstVersion { $0.counter >= goal }
      let expected: UInt64? = goal > 305 ? nil : goal <= 5 ? 1 : UInt64(goal) - 4
      #expect(found == expected, "goal \(goal)")
      #expect(scanned == expected, "goal \(goal)")
    }
    var calls = 0
    _ = try log.firstVersion { state in
      calls += 1
      return state.counter >= 150
    }
    #expect(calls <= 12)
  }

  @Test func `a log is replayed into another store`() async throws {
    let store = PlainStore<ListState>()
    store.dispatch(Append(item: 1))
    let recorder = store.record()
    for item in 2...50 { store.dispatch(Append(item: item)) }
    let other = PlainStore(initialState: ListState(items: [99]))
    try await recorder.log.replay(into: other)
    #expect(other.state.items == Array(1...50))
  }

  @Test func `time travel is an update that listeners, versions and the log know`() throws {
    let store = PlainStore<CounterState>()
    let recorder = store.record(RecordingOptions(checkpointInterval: 4))
    for _ in 0..<20 { store.dispatch(Increment()) }
    let seen = Mutex<[[Int]]>([])
    store.addListener { old, new in seen.withLock { $0.append([old.counter, new.counter]) } }
    try store.travel(to: 7, in: recorder.log)
    store.dispatch(Increment())
    #expect(seen.withLock { $0 } == [[20, 7], [7, 8]])
    #expect(store.versionedState == VersionedState(state: CounterState(counter: 8), version: 22))
    let log = try recorder.log
    #expect(log.entries[20].item is TimeTravel<CounterState>)
    let replayed = try [20, 21, 22].map { try log.state(at: $0).counter }
    #expect(replayed == [20, 7, 8])
    #expect(throws: StoreLogError.versionOutOfRange(version: 23, first: 0, last: 22)) {
      try store.travel(to: 23, in: log)
    }
  }

  /// A side effect that does nothing.
  struct Nothing: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws {}
  }
}
