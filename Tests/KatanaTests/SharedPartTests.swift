import Foundation
import SeededRandom
import Synchronization
import Testing

@testable import Katana

/// Listeners of parts of the state, which share what they look at.
@Suite(.timeLimit(.minutes(30)))
struct SharedPartTests {
  struct Inner: Equatable, Sendable {
    var name = "a"
    var number = 0
    var doubled: Int { 2 * number }
  }

  struct Parts: State {
    var first = 0
    var inner = Inner()
    var maybe: Inner?
    var list = [0, 0, 0]
  }

  struct Change: StateUpdater {
    let body: @Sendable (inout Parts) -> Void
    func updateState(_ state: inout Parts) { body(&state) }
  }

  final class Told: Sendable {
    private let calls = Mutex<[String]>([])
    func append(_ old: some Any, _ new: some Any) { calls.withLock { $0.append("\(old)>\(new)") } }
    var all: [String] { calls.withLock { $0 } }
  }

  @Test func `parts that lie in the state and parts that don't are told alike`() {
    let store = PlainStore<Parts>()
    let (number, doubled, maybe, element) = (Told(), Told(), Told(), Told())
    store.addListener(for: \.inner.number) { number.append($0, $1) }
    store.addListener(for: \.inner.doubled) { doubled.append($0, $1) }
    store.addListener(for: \.maybe?.number) { maybe.append($0 ?? -1, $1 ?? -1) }
    store.addListener(for: \.list[1]) { element.append($0, $1) }
    store.dispatch(Change { $0.inner.number = 1 })
    store.dispatch(Change { $0.maybe = Inner() })
    store.dispatch(Change { $0.list[0] = 5 })
    store.dispatch(Change { $0.list[1] = 5 })
    store.dispatch(Change { $0.maybe?.number = 3 })
    store.dispatch(Change { $0.maybe = nil })
    #expect(number.all == ["0>1"])
    #expect(doubled.all == ["0>2"])
    #expect(maybe.all == ["-1>0", "0>3", "3>-1"])
    #expect(element.all == ["0>5"])
  }

  @Test func `a part is forgotten with its last listener`() {
    let store = PlainStore<Parts>()
    let removals = (0..<3).map { _ in store.addListener(for: \.inner.name) { _, _ in } }
    let other = store.addListener(for: \.first) { _, _ in }
    #expect(store.core.readers.withLock { $0.listeners.parts.count } == 2)
    for remove in removals {
      remove()
      remove()
    }
    #expect(store.core.readers.withLock { $0.listeners.parts.count } == 1)
    other()
    #expect(store.core.readers.withLock { $0.listeners.parts.isEmpty })
    #expect(store.core.readers.withLock { $0.listeners.details.isEmpty })
  }

  @Test func `each of many listeners that come and go is told what changed while it was there`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let store = PlainStore<Parts>()
    /// What a listener has to be told, by an obvious comparison.
    struct Expected {
      let told: Told
      let read: (Parts) -> String
      let remove: () -> Void
      var calls: [String] = []
    }
    var listeners: [Expected] = []
    var state = Parts()
    for step in 0..<2000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where listeners.count < 40:
        let told = Told()
        let isInitial = Bool.random(using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          let remove = store.addListener(for: \.first, callsInitially: isInitial) {
            told.append($0, $1)
          }
          listeners.append(Expected(told: told, read: { "\($0.first)" }, remove: { remove() }))
        case 1:
          let remove = store.addListener(for: \.inner.name, callsInitially: isInitial) {
            told.append($0, $1)
          }
          listeners.append(Expected(told: told, read: { $0.inner.name }, remove: { remove() }))
        default:
          let remove = store.addListener(for: \.list[2], callsInitially: isInitial) {
            told.append($0, $1)
          }
          listeners.append(Expected(told: told, read: { "\($0.list[2])" }, remove: { remove() }))
        }
        let last = listeners.count - 1
        let value = listeners[last].read(state)
        if isInitial { listeners[last].calls.append("\(value)>\(value)") }
      case 1 where !listeners.isEmpty:
        let index = Int.random(in: listeners.indices, using: &random)
        let listener = listeners.remove(at: index)
        listener.remove()
        #expect(listener.told.all == listener.calls, "seed \(seed), step \(step)")
      default:
        let before = state
        let (part, value) = (
          Int.random(in: 0..<4, using: &random), Int.random(in: 0..<3, using: &random)
        )
        let change = { @Sendable (state: inout Parts) in
          switch part {
          case 0: state.first = value
          case 1: state.inner.name = String(repeating: "long name ", count: value)
          case 2: state.list[2] = value
          default: state.list[0] += 1
          }
        }
        change(&state)
        store.dispatch(Change(body: change))
        for index in listeners.indices {
          let (old, new) = (listeners[index].read(before), listeners[index].read(state))
          if old != new { listeners[index].calls.append("\(old)>\(new)") }
        }
      }
    }
    for listener in listeners { #expect(listener.told.all == listener.calls, "seed \(seed)") }
  }

  @Test func `listeners of one part that come while others update get calls without a gap`() {
    let store = PlainStore<Parts>()
    let isOver = Atomic<Bool>(false)
    let producers = (0..<2).map { _ in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        while !isOver.load(ordering: .relaxed) {
          store.dispatch(Change { $0.first += 1 })
          store.dispatch(Change { $0.list[1] += 1 })
        }
        done.signal()
      }
      return done
    }
    let gaps = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for round in 0..<200 {
        let last = Mutex<Int?>(nil)
        let told: @Sendable (Int, Int) -> Void = { old, new in
          last.withLock { last in
            if let last, last != old { gaps.add(1, ordering: .relaxed) }
            last = new
          }
        }
        let remove =
          round % 2 == 0
          ? store.addListener(for: \.first, callsInitially: round % 4 == 0, told)
          : store.addListener(for: \.list[1], callsInitially: round % 4 == 1, told)
        for _ in 0..<10 { store.dispatch(Change { $0.first += 1 }) }
        remove()
      }
    }
    isOver.store(true, ordering: .relaxed)
    for done in producers { done.wait() }
    #expect(gaps.load(ordering: .relaxed) == 0)
    #expect(store.core.readers.withLock { $0.listeners.parts.isEmpty })
  }
}
