import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct StoreRecorderTests {
  @Test func `a store that is made with a recorder records from its first item on`() async throws {
    let store = PlainStore<CounterState>(
      configuration: StoreConfiguration(recording: RecordingOptions()),
      stateInitializer: { CounterState(counter: 10) }
    )
    let recorder = try #require(store.recorder)
    store.dispatch(Increment())
    try await store.dispatch(Increment()).value
    let log = try recorder.log
    #expect(log.initialState.counter == 10)
    #expect(log.entries.map(\.version) == [1, 2])
    #expect(PlainStore<CounterState>().recorder == nil)
  }

  @Test func `a recorder of a store that is not ready has not begun`() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let store = PlainStore<CounterState>(stateInitializer: {
      for await _ in stream {}
      return CounterState(counter: 3)
    })
    let recorder = store.record()
    store.dispatch(Increment())
    #expect(throws: StoreLogError.notBegun) { try recorder.log }
    continuation.finish()
    try await store.dispatch(Increment()).value
    let log = try recorder.log
    #expect(log.initialState.counter == 3)
    #expect(log.lastVersion == 2)
  }

  @Test func `what an interceptor puts in an item's place is what is recorded`() throws {
    let doubling = StoreInterceptor.deciding { _, item in
      if let add = item as? Add { return .replace(Add(amount: add.amount * 2)) }
      return item is DoNothing ? .drop : .proceed
    }
    let store = PlainStore<CounterState>(interceptors: [doubling])
    let recorder = store.record()
    store.dispatch(Add(amount: 3))
    store.dispatch(DoNothing())
    store.dispatch(Increment())
    let log = try recorder.log
    #expect(log.entries.map { ($0.item as? Add)?.amount } == [6, nil])
    #expect(log.entries.map(\.version) == [1, 2])
    #expect(try log.state(at: 2).counter == 7)
  }

  @Test func `side effects have the version at which they began and their outcome`() async throws {
    let configuration = StoreConfiguration(onUnobservedError: { _, _ in })
    let store = PlainStore<CounterState>(configuration: configuration)
    let recorder = store.record()
    store.dispatch(Increment())
    try await store.dispatch(Finish(error: nil)).value
    store.dispatch(Increment())
    await #expect(throws: Broken.self) { try await store.dispatch(Finish(error: Broken())).value }
    await #expect(throws: CancellationError.self) {
      try await store.dispatch(Finish(error: CancellationError())).value
    }
    let effects = try recorder.log.entries.filter { $0.kind == .sideEffect }
    #expect(effects.map(\.version) == [1, 2, 2])
    #expect(effects.map(\.outcome) == [.success, .failure("\(Broken())"), .cancelled])
    #expect(try recorder.log.entries.map(\.ordinal) == [0, 1, 2, 3, 4])
  }

  @Test func `a side effect that runs has no outcome yet`() async throws {
    let store = PlainStore<CounterState>()
    let recorder = store.record()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let handle = store.dispatch(Wait(begin: begin, ended: ended))
    for await _ in begun {}
    #expect(try recorder.log.entries.map(\.outcome) == [nil])
    recorder.stop()
    end.finish()
    try await handle.value
    #expect(try recorder.log.entries.map(\.outcome) == [.success])
  }

  @Test func `a stopped recorder keeps its log, and the store updates in place again`() throws {
    let store = PlainStore(initialState: ListState(items: Array(0..<1000)))
    let recorder = store.record()
    store.dispatch(SetItem(index: 0, item: -1))
    recorder.stop()
    recorder.stop()
    let before = address(of: store)
    for index in 0..<100 { store.dispatch(SetItem(index: index, item: -2)) }
    #expect(address(of: store) == before)
    #expect(try recorder.log.entries.count == 1)
  }

  @Test func `a recorder that is stopped before it could begin records nothing`() async throws {
    let store = PlainStore<CounterState>()
    let recorder = Mutex<StoreRecorder<CounterState>?>(nil)
    // An updater's recording is queued.
    let perform = Perform { _ in
      let new = store.record()
      new.stop()
      recorder.withLock { $0 = new }
    }
    try await store.dispatch(perform).value
    try await store.dispatch(Increment()).value
    let log = try #require(recorder.withLock { $0 }).log
    #expect(log.entries.isEmpty)
  }

  @Test func `between two kept states a recorded store updates in place`() {
    let store = PlainStore(initialState: ListState(items: Array(0..<1000)))
    let recorder = store.record(RecordingOptions(checkpointInterval: 100))
    var addresses: [UInt] = []
    for index in 0..<250 {
      store.dispatch(SetItem(index: index, item: -1))
      addresses.append(address(of: store))
    }
    // The kept states are those of versions 0, 100 and 200: the update behind each copies.
    #expect(zip(addresses, addresses.dropFirst()).count { $0 != $1 } == 2)
    recorder.stop()
  }

  @Test func `a recorder that begins in a listener records the next item`() throws {
    let store = PlainStore<CounterState>()
    let recorder = Mutex<StoreRecorder<CounterState>?>(nil)
    let remove = store.addListener { _, _ in
      let new = store.record()
      recorder.withLock { $0 = new }
    }
    store.dispatch(Increment())
    remove()
    store.dispatch(Increment())
    let log = try #require(recorder.withLock { $0 }).log
    #expect(log.versions == 1...2)
  }

  @Test func `a listener reads the version of its own update`() {
    let store = PlainStore<CounterState>()
    let seen = Mutex<[VersionedState<CounterState>]>([])
    store.addListener { _, _ in
      let state = store.versionedState
      seen.withLock { $0.append(state) }
    }
    for _ in 0..<3 { store.dispatch(Add(amount: 10)) }
    #expect(seen.withLock { $0.map(\.version) } == [1, 2, 3])
    #expect(seen.withLock { $0.map(\.state.counter) } == [10, 20, 30])
  }

  @Test func `under 4 producers the log has no gaps and leads to the final state`() async throws {
    let store = PlainStore<ListState>()
    // Begins among the producers' first updates, so that threads are on their way past it.
    let producers = DispatchGroup()
    let faults = Atomic<Int>(0)
    let perProducer = 5000
    var recorder: StoreRecorder<ListState>?
    for producer in 0..<4 {
      producers.enter()
      Thread.detachNewThread {
        for number in 0..<perProducer {
          store.dispatch(Append(item: producer * perProducer + number))
          let versioned = store.versionedState
          // Each update appends one item, so the two must agree.
          if UInt64(versioned.state.items.count) != versioned.version {
            faults.add(1, ordering: .relaxed)
          }
        }
        producers.leave()
      }
      if producer == 1 { recorder = store.record(RecordingOptions(checkpointInterval: 500)) }
    }
    blockingWait(producers)
    try await store.dispatch(Append(item: -1)).value
    let log = try #require(recorder).log
    let last = store.versionedState
    #expect(faults.load(ordering: .relaxed) == 0)
    #expect(log.lastVersion == last.version)
    #expect(log.entries.map(\.version) == Array(log.firstVersion + 1...log.lastVersion))
    #expect(try log.state(at: log.lastVersion).items == last.state.items)
    let middle = (log.firstVersion + log.lastVersion) / 2
    #expect(try log.state(at: middle).items == Array(last.state.items.prefix(Int(middle))))
  }

  private func blockingWait(_ group: DispatchGroup) { group.wait() }

  private func address(of store: PlainStore<ListState>) -> UInt {
    store.state.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  struct Broken: Error {}

  struct Finish: ReturningSideEffect {
    let error: (any Error)?
    func sideEffect(_ context: any AnySideEffectContext) async throws {
      if let error { throw error }
    }
  }

  struct Wait: ReturningSideEffect {
    let begin: AsyncStream<Void>.Continuation
    let ended: AsyncStream<Void>
    func sideEffect(_ context: any AnySideEffectContext) async throws {
      begin.finish()
      for await _ in ended {}
    }
  }
}
