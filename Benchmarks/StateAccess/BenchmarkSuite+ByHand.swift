import BenchmarkHarness
import HandWrittenLoops
import HashTreeCollections
import StoreWorkloads
import Synchronization

// Floors and peers as one would write them for one type: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    addReadsByHand()
    addCopiesByHand()
    for isHeld in [false, true] { addWritesByHand(isHeld: isHeld) }
    addPlacesByHand()
  }

  private mutating func addReadsByHand() {
    add("mutex-read/readers=1/writers=0") {
      let cell = CheckedMutex()
      return { blackHole(cell.read($0)) }
    }
    let wordMutex = WordMutex()
    add(
      "mutex-snapshot/state=8B",
      state: { Kept() },
      run: { wordMutex.keep(&$0, $1) }
    )
    let inlineMutex = InlineMutex()
    add(
      "mutex-snapshot/state=64KB",
      state: { Kept() },
      run: { inlineMutex.keep(&$0, $1) }
    )
    let itemsMutex = ItemsMutex()
    add(
      "mutex-snapshot/state=array-100k",
      state: { Kept() },
      run: { itemsMutex.keep(&$0, $1) }
    )
  }

  private mutating func addCopiesByHand() {
    let word = Held(0)
    add(
      "copy/state=8B",
      state: { Kept<Int>() },
      run: { kept, iterations in
        for _ in 0..<iterations {
          kept.last = word.value
          kept.count += 1
          blackHole(kept.count)
        }
      }
    )
    let words = Held(InlineArray<8192, Int>(repeating: 0))
    add(
      "copy/state=64KB",
      state: { Kept<InlineArray<8192, Int>>() },
      run: { kept, iterations in
        for _ in 0..<iterations {
          kept.last = words.value
          kept.count += 1
          blackHole(kept.count)
        }
      }
    )
    addNone(
      "copy/state=array-100k",
      because:
        "of a constant the compiler copies the reference once for all; retain-twice counts what is left"
    )
    add("retain-twice") {
      let held = Held(1)
      return { iterations in
        // SAFETY: the reference outlives the loop, and each retain has its release.
        let reference = unsafe Unmanaged.passUnretained(held)
        var count = 0
        for _ in 0..<iterations {
          count += unsafe reference.retain().retain()._withUnsafeGuaranteedRef { $0.value }
          unsafe reference.release()
          unsafe reference.release()
        }
        blackHole(count)
      }
    }
  }

  private mutating func addWritesByHand(isHeld: Bool) {
    let old = "old=\(isHeld ? "held" : "free")"
    add(
      "write-inout/\(old)/state=64KB",
      state: { Copies(current: InlineArray<8192, Int>(repeating: 0)) },
      run: { copies, iterations in
        for index in 0..<iterations {
          if isHeld { copies.old = copies.current }
          addOne(&copies.current, index)
        }
      }
    )
    for (label, count) in [("array-1k", 1000), ("array-100k", 100_000)] {
      add(
        "write-inout/\(old)/state=\(label)",
        state: { Copies(current: [Int](repeating: 0, count: count)) },
        run: { copies, iterations in
          for index in 0..<iterations {
            if isHeld { copies.old = copies.current }
            addOne(&copies.current, index)
          }
        }
      )
    }
    for (label, count) in [("tree-1k", 1000), ("tree-100k", 100_000)] {
      add(
        "write-inout/\(old)/state=\(label)",
        state: {
          Copies(current: TreeDictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) }))
        },
        run: { copies, iterations in
          for index in 0..<iterations {
            if isHeld { copies.old = copies.current }
            addOne(&copies.current, index, count)
          }
        }
      )
    }
  }

  private mutating func addPlacesByHand() {
    add(
      "dictionary-update/n=1000",
      state: { Places() },
      run: { state, iterations in
        for index in 0..<iterations {
          guard let place = state.places[scattered(index, state.products.count)] else { continue }
          state.products[place].sales += 1
          state.operations += 1
        }
      }
    )
    add(
      "array-move/n=1000",
      state: { Places() },
      run: { state, iterations in
        for index in 0..<iterations {
          let product = state.products.remove(at: scattered(index, state.products.count))
          state.products.insert(product, at: state.products.count / 2)
          state.operations += 1
        }
      }
    )
  }
}

/// The last copy of a value, and how many there were.
private struct Kept<Value> {
  var last: Value?
  var count = 0
}

/// A value, and the one before where it is kept.
private struct Copies<Value> {
  var current: Value
  var old: Value?
}

private struct Places {
  var places: [Int: Int] = [:]
  var products: [Product] = []
  var operations = 0

  init() {
    for id in 0..<1000 { places[id] = id }
    for _ in 0..<1000 { products.append(Product()) }
  }
}

@inline(never)
private func addOne(_ words: inout InlineArray<8192, Int>, _ index: Int) {
  words[index & 8191] += 1
}

@inline(never)
private func addOne(_ items: inout [Int], _ index: Int) { items[index % items.count] += 1 }

@inline(never)
private func addOne(_ tree: inout TreeDictionary<Int, Int>, _ index: Int, _ count: Int) {
  tree[index % count, default: 0] += 1
}

private final class Held<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private final class CheckedMutex: Sendable {
  private let state = Mutex(CheckedState())

  func read(_ iterations: Int) -> Int {
    var faults = 0
    var last = 0
    for _ in 0..<iterations {
      let count = state.withLock { $0 }.count
      if count < last { faults += 1 }
      last = max(last, count)
    }
    return faults
  }
}

private final class WordMutex: Sendable {
  private let state = Mutex(0)

  func keep(_ kept: inout Kept<Int>, _ iterations: Int) {
    for _ in 0..<iterations {
      kept.last = state.withLock { $0 }
      kept.count += 1
    }
  }
}

private final class InlineMutex: Sendable {
  private let state = Mutex(InlineArray<8192, Int>(repeating: 0))

  func keep(_ kept: inout Kept<InlineArray<8192, Int>>, _ iterations: Int) {
    for _ in 0..<iterations {
      kept.last = state.withLock { $0 }
      kept.count += 1
    }
  }
}

private final class ItemsMutex: Sendable {
  private let state = Mutex([Int](repeating: 0, count: 100_000))

  func keep(_ kept: inout Kept<[Int]>, _ iterations: Int) {
    for _ in 0..<iterations {
      kept.last = state.withLock { $0 }
      kept.count += 1
    }
  }
}
