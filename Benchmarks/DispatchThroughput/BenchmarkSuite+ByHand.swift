import BenchmarkHarness
import CProcessor
import Dispatch
import Foundation
import Glibc
import HandWrittenLoops
import Katana
import KatanaMiniature
import StoreWorkloads
import Synchronization

// Floors and peers as one would write them for one type: what they are counted beside.
//
// What calls a closure in its loop is `@Sendable`: in one that belongs to the main actor each call would ask which
// actor it is on.
extension HandWrittenLoops {
  mutating func addAll() {
    addWordsByHand()
    addInlineWordsByHand()
    addItemsByHand(count: 1000, label: "array-1k")
    addItemsByHand(count: 100_000, label: "array-100k")
    addMiniaturesByHand()
    addActorsByHand()
    addThreadsByHand()
    addContentionByHand()
  }

  private mutating func addWordsByHand() {
    add("inout-call/producers=1/state=8B") {
      var word = 0
      return { iterations in for _ in 0..<iterations { addOne(&word) } }
    }
    add("cas-apply-store/producers=1/state=8B") {
      let cell = WordCell()
      return { iterations in
        for _ in 0..<iterations where cell.owner.take() {
          unsafe cell.word.pointee += 1
          cell.owner.store()
        }
      }
    }
    add("cas-in-cas-out/producers=1/state=8B") {
      let cell = WordCell()
      return { iterations in
        for _ in 0..<iterations where cell.owner.take() {
          unsafe cell.word.pointee += 1
          cell.owner.give()
        }
      }
    }
    add("mutex/producers=1/state=8B") {
      let cell = WordMutex()
      return { @Sendable iterations in
        for _ in 0..<iterations { cell.word.withLock { $0 += 1 } }
      }
    }
    add("dispatch-queue-sync/producers=1/state=8B") {
      let cell = WordQueue()
      return { @Sendable iterations in
        for _ in 0..<iterations { cell.queue.sync { unsafe cell.word += 1 } }
      }
    }
    add("dispatch-queue-async/producers=1/state=8B") {
      let cell = WordQueue()
      return { @Sendable iterations in
        for index in 0..<iterations { cell.queue.async { cell.add(index) } }
        cell.queue.sync {}
      }
    }
  }

  private mutating func addInlineWordsByHand() {
    add("inout-call/producers=1/state=64KB") {
      let cell = InlineQueue()
      return { iterations in
        for index in 0..<iterations { unsafe addOne(&cell.words, index) }
      }
    }
    add("cas-apply-store/producers=1/state=64KB") {
      let cell = InlineCell()
      return { iterations in
        for index in 0..<iterations where cell.owner.take() {
          unsafe cell.words.pointee[index & 8191] += 1
          cell.owner.store()
        }
      }
    }
    add("cas-in-cas-out/producers=1/state=64KB") {
      let cell = InlineCell()
      return { iterations in
        for index in 0..<iterations where cell.owner.take() {
          unsafe cell.words.pointee[index & 8191] += 1
          cell.owner.give()
        }
      }
    }
    add("mutex/producers=1/state=64KB") {
      let cell = InlineMutex()
      return { @Sendable iterations in
        for index in 0..<iterations { cell.words.withLock { $0[index & 8191] += 1 } }
      }
    }
    add("dispatch-queue-sync/producers=1/state=64KB") {
      let cell = InlineQueue()
      return { @Sendable iterations in
        for index in 0..<iterations { cell.queue.sync { unsafe cell.words[index & 8191] += 1 } }
      }
    }
    add("dispatch-queue-async/producers=1/state=64KB") {
      let cell = InlineQueue()
      return { @Sendable iterations in
        for index in 0..<iterations { cell.queue.async { unsafe cell.words[index & 8191] += 1 } }
        cell.queue.sync {}
      }
    }
  }

  private mutating func addItemsByHand(count: Int, label: String) {
    add("inout-call/producers=1/state=\(label)") {
      var items = [Int](repeating: 0, count: count)
      return { iterations in for index in 0..<iterations { addOne(&items, index) } }
    }
    add("cas-apply-store/producers=1/state=\(label)") {
      let cell = ItemsCell(count: count)
      return { iterations in
        for index in 0..<iterations where cell.owner.take() {
          unsafe cell.items.pointee[index % cell.items.pointee.count] += 1
          cell.owner.store()
        }
      }
    }
    add("cas-in-cas-out/producers=1/state=\(label)") {
      let cell = ItemsCell(count: count)
      return { iterations in
        for index in 0..<iterations where cell.owner.take() {
          unsafe cell.items.pointee[index % cell.items.pointee.count] += 1
          cell.owner.give()
        }
      }
    }
    add("mutex/producers=1/state=\(label)") {
      let cell = ItemsMutex(count: count)
      return { @Sendable iterations in
        for index in 0..<iterations { cell.items.withLock { $0[index % $0.count] += 1 } }
      }
    }
    add("dispatch-queue-sync/producers=1/state=\(label)") {
      let cell = ItemsQueue(count: count)
      return { @Sendable iterations in
        for index in 0..<iterations {
          cell.queue.sync { unsafe cell.items[index % cell.items.count] += 1 }
        }
      }
    }
    add("dispatch-queue-async/producers=1/state=\(label)") {
      let cell = ItemsQueue(count: count)
      return { @Sendable iterations in
        for index in 0..<iterations {
          cell.queue.async { unsafe cell.items[index % cell.items.count] += 1 }
        }
        cell.queue.sync {}
      }
    }
  }

  // The miniature is generic by what it is, as the originals are: by hand is its use with one type.
  private mutating func addMiniaturesByHand() {
    add("katana-miniature/producers=1/state=8B") {
      let store = MiniatureStore<WordState>()
      return { iterations in
        for index in 0..<iterations { store.dispatch(Touch<WordState>(index: index)) }
        store.finish()
      }
    }
    add("katana-miniature/producers=1/state=64KB") {
      let store = MiniatureStore<InlineState>()
      return { iterations in
        for index in 0..<iterations { store.dispatch(Touch<InlineState>(index: index)) }
        store.finish()
      }
    }
    add("katana-miniature/producers=1/state=array-1k") {
      let store = MiniatureStore<SmallArrayState>()
      return { iterations in
        for index in 0..<iterations { store.dispatch(Touch<SmallArrayState>(index: index)) }
        store.finish()
      }
    }
    add("katana-miniature/producers=1/state=array-100k") {
      let store = MiniatureStore<LargeArrayState>()
      return { iterations in
        for index in 0..<iterations { store.dispatch(Touch<LargeArrayState>(index: index)) }
        store.finish()
      }
    }
  }

  private mutating func addActorsByHand() {
    let word = WordActor()
    add("actor/producers=1/state=8B") { iterations in
      await inTask { for _ in 0..<iterations { await word.add() } }
    }
    let inline = InlineActor()
    add("actor/producers=1/state=64KB") { iterations in
      await inTask { for index in 0..<iterations { await inline.add(index) } }
    }
    let items = ItemsActor()
    add("actor/producers=1/state=array-100k") { iterations in
      await inTask { for index in 0..<iterations { await items.add(index) } }
    }
  }

  private mutating func addThreadsByHand() {
    addNone(
      "mpsc-queue/producers=1",
      because: "its consumer spins, as often as the threads happen to be scheduled"
    )
    for processors in ["any", "2"] {
      addNone(
        "semaphore-ping-pong/processors=\(processors)",
        because: "a semaphore looks again as often as the threads happen to be scheduled"
      )
    }
  }

  private mutating func addContentionByHand() {
    let cell = "load=0/own-ns=0/producers=1/updater-ns=0"
    add("contended-mutex/\(cell)") {
      let cell = WordMutex()
      let (own, updater) = (identity(0), identity(0))
      return { @Sendable iterations in
        for _ in 0..<iterations {
          if own > 0 { blackHole(CountedWork.run(own, from: CountedWork.start)) }
          cell.word.withLock {
            $0 += 1
            if updater > 0 { blackHole(CountedWork.run(updater, from: CountedWork.start)) }
          }
        }
      }
    }
    add("contended-pthread-mutex/\(cell)") {
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      unsafe pthread_mutex_init(mutex, nil)
      let cell = WordCell()
      return { iterations in
        for _ in 0..<iterations {
          unsafe pthread_mutex_lock(mutex)
          unsafe cell.word.pointee += 1
          unsafe pthread_mutex_unlock(mutex)
        }
      }
    }
    add("contended-cas-lock/\(cell)") {
      let cell = WordCell()
      // Of a cell of the matrix: its loop asks in each turn whether there is work.
      let (own, updater) = (identity(0), identity(0))
      return { iterations in
        for _ in 0..<iterations {
          if own > 0 { blackHole(CountedWork.run(own, from: CountedWork.start)) }
          while !cell.owner.take() { cprocessor_relax() }
          unsafe cell.word.pointee += 1
          if updater > 0 { blackHole(CountedWork.run(updater, from: CountedWork.start)) }
          cell.owner.store()
        }
      }
    }
    add("contended-queue-sync/\(cell)") {
      let cell = WordQueue()
      return { @Sendable iterations in
        for _ in 0..<iterations { cell.queue.sync { unsafe cell.word += 1 } }
      }
    }
    add("contended-queue-async/\(cell)") {
      let cell = WordQueue()
      return { @Sendable iterations in
        for index in 0..<iterations { cell.queue.async { cell.add(index) } }
        cell.queue.sync {}
      }
    }
    add("updater-work/updater-ns=200") {
      var number = CountedWork.start
      return { iterations in
        for _ in 0..<iterations {
          number = CountedWork.run(CountedWork.turns(nanoseconds: 200), from: number)
        }
        blackHole(number)
      }
    }
    for peer in ["mutex", "pthread-mutex", "queue-sync", "queue-async"] {
      for figure in TimedFigure.allCases {
        addNone(
          "contended-times-\(peer)/figure=\(figure.rawValue)/producers=2/updater-ns=200",
          because: "a percentile of what the loops of contended-\(peer) take, which have theirs"
        )
      }
    }
    for peer in ["mutex", "pthread-mutex", "queue-sync"] {
      for figure in [TimedFigure.appliedMedian, .appliedP99] {
        addNone(
          "now-and-then-\(peer)/figure=\(figure.rawValue)/producers=2/updater-ns=200",
          because: "a percentile of what the loops of contended-\(peer) take, which have theirs"
        )
      }
    }
  }
}

@inline(never)
private func addOne(_ word: inout Int) { word += 1 }

@inline(never)
private func addOne(_ words: inout InlineArray<8192, Int>, _ index: Int) {
  words[index & 8191] += 1
}

@inline(never)
private func addOne(_ items: inout [Int], _ index: Int) { items[index % items.count] += 1 }

/// As the rows of actors do.
private func inTask(_ body: @escaping @Sendable () async -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await body() }
    await group.waitForAll()
  }
}

// SAFETY, of all below that is marked `unsafe`: the loops run on one thread, or on the queue that is beside the value.

private final class WordMutex: Sendable {
  let word = Mutex(0)
}

private final class InlineMutex: Sendable {
  let words = Mutex(InlineArray<8192, Int>(repeating: 0))
}

private final class ItemsMutex: Sendable {
  let items: Mutex<[Int]>
  init(count: Int) { items = Mutex([Int](repeating: 0, count: count)) }
}

/// A word by which one thread at a time owns what is beside it.
private struct Ownership: ~Copyable, Sendable {
  private let isOwned = Atomic<Bool>(false)
  @inline(__always)
  func take() -> Bool {
    isOwned.compareExchange(
      expected: false,
      desired: true,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  @inline(__always)
  func give() {
    _ = isOwned.compareExchange(
      expected: true,
      desired: false,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    )
  }

  @inline(__always)
  func store() { isOwned.store(false, ordering: .releasing) }
}

@safe private final class WordCell: Sendable {
  let owner = Ownership()
  nonisolated(unsafe) let word = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  init() { unsafe word.initialize(to: 0) }
  deinit { unsafe word.deallocate() }
}

@safe private final class InlineCell: Sendable {
  let owner = Ownership()
  nonisolated(unsafe) let words = UnsafeMutablePointer<InlineArray<8192, Int>>.allocate(capacity: 1)
  init() { unsafe words.initialize(to: InlineArray(repeating: 0)) }
  deinit { unsafe words.deallocate() }
}

@safe private final class ItemsCell: Sendable {
  let owner = Ownership()
  nonisolated(unsafe) let items = UnsafeMutablePointer<[Int]>.allocate(capacity: 1)
  init(count: Int) { unsafe items.initialize(to: [Int](repeating: 0, count: count)) }
  deinit {
    unsafe items.deinitialize(count: 1)
    unsafe items.deallocate()
  }
}

private final class WordQueue: Sendable {
  let queue = DispatchQueue(label: "by hand")
  nonisolated(unsafe) var word = 0

  /// An update that carries something, as those of the rows: a closure without would need no memory.
  @inline(never)
  func add(_ index: Int) { unsafe word += 1 }
}

private final class InlineQueue: Sendable {
  let queue = DispatchQueue(label: "by hand")
  nonisolated(unsafe) var words = InlineArray<8192, Int>(repeating: 0)
}

private final class ItemsQueue: Sendable {
  let queue = DispatchQueue(label: "by hand")
  nonisolated(unsafe) var items: [Int]
  init(count: Int) { unsafe items = [Int](repeating: 0, count: count) }
}

private actor WordActor {
  private var word = 0
  func add() { word += 1 }
}

private actor InlineActor {
  private var words = InlineArray<8192, Int>(repeating: 0)
  func add(_ index: Int) { words[index & 8191] += 1 }
}

private actor ItemsActor {
  private var items = [Int](repeating: 0, count: 100_000)
  func add(_ index: Int) { items[index % items.count] += 1 }
}
