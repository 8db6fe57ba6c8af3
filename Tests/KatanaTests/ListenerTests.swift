import Dispatch
import Foundation
import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ListenerTests {
  final class Log<Element: Sendable>: Sendable {
    private let storage = Mutex<[Element]>([])
    func append(_ element: Element) { storage.withLock { $0.append(element) } }
    var elements: [Element] { storage.withLock { $0 } }
  }

  @Test func `a listener gets the state before and after each update`() {
    let store = PlainStore<ListState>()
    let log = Log<[[Int]]>()
    store.addListener { old, new in log.append([old.items, new.items]) }
    store.dispatch(Append(item: 1))
    store.dispatch(Append(item: 2))
    #expect(log.elements == [[[], [1]], [[1], [1, 2]]])
  }

  @Test func `an update that changes nothing is told as well`() {
    let store = PlainStore<CounterState>()
    let log = Log<Int>()
    store.addListener { _, new in log.append(new.counter) }
    for _ in 0..<5 { store.dispatch(DoNothing()) }
    #expect(log.elements == [0, 0, 0, 0, 0])
  }

  @Test func `nobody is told on subscription`() {
    let store = PlainStore<CounterState>()
    let log = Log<Int>()
    store.dispatch(Increment())
    store.addListener { _, new in log.append(new.counter) }
    #expect(log.elements.isEmpty)
  }

  @Test func `listeners are told in the order of registration`() {
    let store = PlainStore<CounterState>()
    let log = Log<Int>()
    for index in 0..<100 { store.addListener { _, _ in log.append(index) } }
    store.dispatch(Increment())
    #expect(log.elements == Array(0..<100))
  }

  @Test func `a listener is told before the dispatch is finished`() async throws {
    let store = PlainStore<CounterState>()
    let log = Log<String>()
    store.addListener { _, _ in log.append("listener") }
    try await store.dispatch(Increment()).value
    log.append("continuation")
    #expect(log.elements == ["listener", "continuation"])
  }

  @Test func `a removed listener is not told again, and removing twice is harmless`() {
    let store = PlainStore<CounterState>()
    let log = Log<Int>()
    let remove = store.addListener { _, new in log.append(new.counter) }
    store.addListener { _, new in log.append(new.counter * 10) }
    store.dispatch(Increment())
    remove()
    remove()
    store.dispatch(Increment())
    #expect(log.elements == [1, 10, 20])
  }

  @Test func `removing a listener during a pass takes effect at the next one`() {
    // docs/semantics/store.md, K15: a, b, a.
    let store = PlainStore<CounterState>()
    let log = Log<String>()
    let removeB = Mutex<(@Sendable () -> Void)?>(nil)
    store.addListener { _, _ in
      log.append("a")
      removeB.withLock { $0 }?()
    }
    let remove = store.addListener { _, _ in log.append("b") }
    removeB.withLock { $0 = remove }
    store.dispatch(Increment())
    store.dispatch(Increment())
    #expect(log.elements == ["a", "b", "a"])
  }

  @Test func `a dispatch from a listener is queued, never recursive`() {
    let store = PlainStore<CounterState>()
    let log = Log<String>()
    store.addListener { _, new in
      log.append("enter \(new.counter)")
      if new.counter < 3 { store.dispatch(Increment()) }
      log.append("leave \(new.counter)")
    }
    store.dispatch(Increment())
    #expect(
      log.elements == ["enter 1", "leave 1", "enter 2", "leave 2", "enter 3", "leave 3"]
    )
    #expect(store.state.counter == 3)
  }

  @Test func `a listener reads the state of its own update`() {
    let store = PlainStore<CounterState>()
    let log = Log<[Int]>()
    store.addListener { _, new in log.append([new.counter, store.state.counter]) }
    store.dispatch(Add(amount: 4))
    store.dispatch(Add(amount: 5))
    #expect(log.elements == [[4, 4], [9, 9]])
  }

  @Test func `removal outlives the store and doesn't keep it`() {
    final class Captured: Sendable {}
    var store: PlainStore<CounterState>? = PlainStore()
    weak let dropped = store
    let captured = Captured()
    weak let released = captured
    let remove = store?.addListener { [captured] _, _ in _ = captured }
    store = nil
    #expect(dropped == nil)
    remove?()
    remove?()
    #expect(released != nil, "the test itself holds it")
  }

  /// Where a listener is removed from.
  enum Remover: CaseIterable { case idle, besideUpdater, itself, updater }

  @Test(arguments: Remover.allCases)
  func `what a removed listener holds goes away at once, or when the store is done`(
    remover: Remover
  ) throws {
    final class Captured: Sendable {}
    let store = PlainStore<CounterState>()
    let removal = Mutex<(@Sendable () -> Void)?>(nil)
    weak var released: Captured?
    do {
      let captured = Captured()
      released = captured
      let remove = store.addListener { _, _ in
        _ = captured
        if remover == .itself { removal.withLock { $0 }?() }
      }
      removal.withLock { $0 = remove }
    }
    // So that a pass holds it.
    store.dispatch(Increment())
    let remove = try #require(removal.withLock { $0 })
    switch remover {
    case .idle: remove()
    case .itself: break
    case .updater: store.dispatch(Perform { _ in remove() })
    case .besideUpdater:
      let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let updating = Thread {
        store.dispatch(
          Perform { _ in
            began.signal()
            mayEnd.wait()
          }
        )
        began.signal()
      }
      updating.start()
      began.wait()
      remove()
      mayEnd.signal()
      began.wait()
    }
    #expect(released == nil)
  }
}
