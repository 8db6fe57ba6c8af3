import BenchmarkHarness
import HashTreeCollections
import StoreWorkloads
import Synchronization

// Floors and peers as one would write them for one type: what they are counted beside.
extension BenchmarkSuite {
  mutating func addLoopsByHand() {
    addReadsByHand()
    addCopiesByHand()
    for isHeld in [false, true] { addWritesByHand(isHeld: isHeld) }
    addPlacesByHand()
  }

  private mutating func addReadsByHand() {
    addByHand("mutex-read/readers=1/writers=0") {
      let cell = CheckedMutex()
      return { blackHole(cell.read($0)) }
    }
    addByHand("mutex-snapshot/state=8B") {
      let cell = WordMutex()
      return { cell.keep($0) }
    }
    addByHand("mutex-snapshot/state=64KB") {
      let cell = InlineMutex()
      return { cell.keep($0) }
    }
    addByHand("mutex-snapshot/state=array-100k") {
      let cell = ItemsMutex()
      return { cell.keep($0) }
    }
  }

  private mutating func addCopiesByHand() {
    addByHand("copy/state=8B") {
      let held = Held(0)
      return { iterations in
        var last: Int?
        var count = 0
        for _ in 0..<iterations {
          last = held.value
          count += 1
          blackHole(count)
        }
        blackHole(last)
      }
    }
    addByHand("copy/state=64KB") {
      let held = Held(InlineArray<8192, Int>(repeating: 0))
      var last: InlineArray<8192, Int>?
      var count = 0
      return { iterations in
        for _ in 0..<iterations {
          last = held.value
          count += 1
          blackHole(count)
        }
        blackHole(last)
      }
    }
    addByHand("copy/state=array-100k") {
      let held = Held([Int](repeating: 0, count: 100_000))
      var last: [Int]?
      var count = 0
      return { iterations in
        for _ in 0..<iterations {
          last = held.value
          count += 1
          blackHole(count)
        }
        blackHole(last)
      }
    }
    addByHand("retain-twice") {
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
    addByHand("write-inout/\(old)/state=64KB") {
      var current = InlineArray<8192, Int>(repeating: 0)
      var kept: InlineArray<8192, Int>?
      return { iterations in
        for index in 0..<iterations {
          if isHeld { kept = current }
          addOne(&current, index)
        }
        blackHole(kept)
      }
    }
    for (label, count) in [("array-1k", 1000), ("array-100k", 100_000)] {
      addByHand("write-inout/\(old)/state=\(label)") {
        var current = [Int](repeating: 0, count: count)
        var kept: [Int]?
        return { iterations in
          for index in 0..<iterations {
            if isHeld { kept = current }
            addOne(&current, index)
          }
          blackHole(kept)
        }
      }
    }
    for (label, count) in [("tree-1k", 1000), ("tree-100k", 100_000)] {
      addByHand("write-inout/\(old)/state=\(label)") {
        var current = TreeDictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) })
        var kept: TreeDictionary<Int, Int>?
        return { iterations in
          for index in 0..<iterations {
            if isHeld { kept = current }
            addOne(&current, index, count)
          }
          blackHole(kept)
        }
      }
    }
  }

  private mutating func addPlacesByHand() {
    addByHand("dictionary-update/n=1000") {
      var places: [Int: Int] = [:]
      for id in 0..<1000 { places[id] = id }
      var products = (0..<1000).map { _ in Product() }
      var operations = 0
      return { iterations in
        for index in 0..<iterations {
          guard let place = places[scattered(index, products.count)] else { continue }
          products[place].sales += 1
          operations += 1
        }
        blackHole(operations)
      }
    }
    addByHand("array-move/n=1000") {
      var products = (0..<1000).map { _ in Product() }
      var operations = 0
      return { iterations in
        for index in 0..<iterations {
          let product = products.remove(at: scattered(index, products.count))
          products.insert(product, at: products.count / 2)
          operations += 1
        }
        blackHole(operations)
      }
    }
  }
}

private struct Product {
  let name = "twenty characters..."
  var sales = 0
}

private func scattered(_ index: Int, _ count: Int) -> Int {
  Int(
    (UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
      by: UInt64(count)
    ).high
  )
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

  func keep(_ iterations: Int) {
    var last: Int?
    var count = 0
    for _ in 0..<iterations {
      last = state.withLock { $0 }
      count += 1
    }
    blackHole(last)
    blackHole(count)
  }
}

private final class InlineMutex: Sendable {
  private let state = Mutex(InlineArray<8192, Int>(repeating: 0))

  func keep(_ iterations: Int) {
    var last: InlineArray<8192, Int>?
    var count = 0
    for _ in 0..<iterations {
      last = state.withLock { $0 }
      count += 1
    }
    blackHole(last)
    blackHole(count)
  }
}

private final class ItemsMutex: Sendable {
  private let state = Mutex([Int](repeating: 0, count: 100_000))

  func keep(_ iterations: Int) {
    var last: [Int]?
    var count = 0
    for _ in 0..<iterations {
      last = state.withLock { $0 }
      count += 1
    }
    blackHole(last)
    blackHole(count)
  }
}
