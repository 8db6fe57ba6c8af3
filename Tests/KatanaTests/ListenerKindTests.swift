import Dispatch
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ListenerKindTests {
  @Test(arguments: [false, true])
  func `a selector listener of a store that isn't ready begins with the initial state`(
    callsInitially: Bool
  ) async throws {
    let calls = Mutex<[[Int]]>([])
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let store = PlainStore<CounterState>(stateInitializer: {
      for await _ in gate {}
      return CounterState(counter: 10)
    })
    store.addListener(for: \.counter, callsInitially: callsInitially) { old, new in
      calls.withLock { $0.append([old, new]) }
    }
    let handle = store.dispatch(Increment())
    let unchanged = store.dispatch(DoNothing())
    #expect(calls.withLock { $0 } == [])
    open.finish()
    try await handle.value
    try await unchanged.value
    #expect(calls.withLock { $0 } == (callsInitially ? [[10, 10]] : []) + [[10, 11]])
  }

  struct Profile: State, Equatable {
    var name = "anonymous"
    var visits = 0
    var items: [Int] = Array(0..<1000)
  }

  struct Rename: StateUpdater {
    let name: String
    func updateState(_ state: inout Profile) { state.name = name }
  }

  struct Visit: StateUpdater {
    func updateState(_ state: inout Profile) {
      state.visits += 1
      state.items[0] = state.visits
    }
  }

  /// Keeps jobs until it is told to run them.
  final class HeldExecutor: StoreExecutor {
    private let jobs = Mutex<[@Sendable () -> Void]>([])
    func execute(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }
    var count: Int { jobs.withLock { $0.count } }

    func runAll() {
      let all = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in all { job() }
    }
  }

  final class Log<Element: Sendable>: Sendable {
    private let storage = Mutex<[Element]>([])
    func append(_ element: Element) { storage.withLock { $0.append(element) } }
    var elements: [Element] { storage.withLock { $0 } }
  }

  private func address(of store: PlainStore<Profile>) -> UInt {
    store.state.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func `a new-state listener hears of every update and costs no copy`() {
    let store = PlainStore<Profile>()
    let visits = Log<Int>()
    let remove = store.addNewStateListener { visits.append($0.visits) }
    let before = address(of: store)
    for _ in 0..<100 { store.dispatch(Visit()) }
    #expect(address(of: store) == before)
    #expect(visits.elements == Array(1...100))
    remove()
    store.dispatch(Visit())
    #expect(visits.elements.count == 100)
  }

  @Test func `a pair listener beside it brings the copy back, and takes it along`() {
    let store = PlainStore<Profile>()
    store.addNewStateListener { _ in }
    let remove = store.addListener { _, _ in }
    let before = address(of: store)
    store.dispatch(Visit())
    let copied = address(of: store)
    #expect(copied != before)
    remove()
    store.dispatch(Visit())
    #expect(address(of: store) == copied)
  }

  @Test func `a selector is told of its own part only`() {
    let store = PlainStore<Profile>()
    let names = Log<[String]>()
    let remove = store.addListener(for: \.name) { old, new in names.append([old, new]) }
    let before = address(of: store)
    store.dispatch(Visit())
    store.dispatch(Rename(name: "Ada"))
    store.dispatch(Rename(name: "Ada"))
    store.dispatch(Visit())
    store.dispatch(Rename(name: "Grace"))
    #expect(names.elements == [["anonymous", "Ada"], ["Ada", "Grace"]])
    #expect(address(of: store) == before)
    remove()
    store.dispatch(Rename(name: "Alan"))
    #expect(names.elements.count == 2)
  }

  @Test func `a selector whose value did not change gives its executor nothing to do`() {
    let store = PlainStore<Profile>()
    let executor = HeldExecutor()
    store.addListener(for: \.name, on: executor) { _, _ in }
    for _ in 0..<10 { store.dispatch(Visit()) }
    #expect(executor.count == 0)
    store.dispatch(Rename(name: "Ada"))
    #expect(executor.count == 1)
  }

  @Test func `a selector may have its own idea of equality, and may be told at once`() {
    let store = PlainStore<Profile>()
    let tens = Log<[Int]>()
    let tenVisits = { @Sendable (profile: Profile) in profile.visits / 10 }
    store.addListener(selecting: tenVisits, by: ==, callsInitially: true) { old, new in
      tens.append([old, new])
    }
    for _ in 0..<25 { store.dispatch(Visit()) }
    #expect(tens.elements == [[0, 0], [0, 1], [1, 2]])
  }

  @Test func `an executor gets one job for each update, before the dispatch is finished`() {
    let store = PlainStore<Profile>()
    let executor = HeldExecutor()
    let visits = Log<[Int]>()
    store.addListener(on: executor) { old, new in visits.append([old.visits, new.visits]) }
    for expected in 1...5 {
      let handle = store.dispatch(Visit())
      #expect(handle.isFinished)
      #expect(executor.count == expected)
    }
    #expect(visits.elements.isEmpty)
    executor.runAll()
    #expect(visits.elements == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]])
  }

  @Test func `a coalescing listener gets the newest state, once for all that waited`() {
    let store = PlainStore<Profile>()
    let executor = HeldExecutor()
    let visits = Log<Int>()
    store.addCoalescingListener(on: executor) { visits.append($0.visits) }
    for _ in 0..<10 { store.dispatch(Visit()) }
    #expect(executor.count == 1)
    executor.runAll()
    store.dispatch(Visit())
    executor.runAll()
    #expect(visits.elements == [10, 11])
  }

  @Test func `a stream of states ends with the store`() async {
    var store: PlainStore<Profile>? = PlainStore()
    let stream = store?.states(bufferingPolicy: .unbounded)
    let values = store?.values(of: \.name)
    for _ in 0..<3 { store?.dispatch(Visit()) }
    store?.dispatch(Rename(name: "Ada"))
    store = nil
    var visits: [Int] = []
    for await state in stream ?? AsyncStream(unfolding: { nil }) { visits.append(state.visits) }
    #expect(visits == [1, 2, 3, 3])
    var names: [String] = []
    for await name in values ?? AsyncStream(unfolding: { nil }) { names.append(name) }
    #expect(names == ["Ada"])
  }

  @Test func `a stream that nobody reads any more costs nothing`() async {
    let store = PlainStore<Profile>()
    let reading = Task {
      for await state in store.states() where state.visits == 2 { break }
    }
    while !reading.isCancelled {
      store.dispatch(Visit())
      await Task.yield()
      if store.state.visits > 100_000 { reading.cancel() }
      if store.state.visits == 50 { reading.cancel() }
    }
    await reading.value
    let before = address(of: store)
    store.dispatch(Visit())
    #expect(address(of: store) == before)
  }

  @Test func `ten thousand listeners that remove themselves during a pass are all told once`() {
    let store = PlainStore<Profile>()
    let calls = Log<Int>()
    let removals = Mutex<[Int: @Sendable () -> Void]>([:])
    for index in 0..<10_000 {
      let remove = store.addListener { _, _ in
        calls.append(index)
        removals.withLock { $0[index] }?()
      }
      removals.withLock { $0[index] = remove }
    }
    store.dispatch(Visit())
    store.dispatch(Visit())
    #expect(calls.elements == Array(0..<10_000))
  }
}
