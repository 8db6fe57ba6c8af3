import BenchmarkHarness
import Collections

let numbers = (0..<1000).map { ($0 &* 7919) % 10_007 }
let total = numbers.reduce(0, +)
let deque = Deque(numbers)
let orderedSet = OrderedSet(numbers)
let orderedDictionary = OrderedDictionary(uniqueKeysWithValues: numbers.map { ($0, $0) })
let treeDictionary = TreeDictionary(uniqueKeysWithValues: numbers.map { ($0, $0) })
let heap = Heap(numbers)
let bits = BitSet(numbers)

/// A row whose operation computes a number that is known.
@MainActor func row(
  _ name: String,
  _ answer: Int,
  _ compute: @escaping @Sendable () -> Int
) -> Benchmark {
  Benchmark(name) {
    BenchmarkBody(
      state: 0,
      run: { sum, iterations in for _ in 0..<iterations { sum &+= compute() } },
      verify: { try VerificationError.check("sum", found: $0, expected: $1 &* answer) }
    )
  }
}

var suite = BenchmarkSuite("Containers")
suite.add(
  row("deque-append", 1000) { [numbers] in
    var deque = Deque<Int>()
    for number in identity(numbers) { deque.append(number) }
    return deque.count
  }
)
suite.add(
  row("deque-prepend", 1000) { [numbers] in
    var deque = Deque<Int>()
    for number in identity(numbers) { deque.prepend(number) }
    return deque.count
  }
)
suite.add(row("deque-sum", total) { [deque] in identity(deque).reduce(0, +) })
suite.add(
  row("ordered-set-append", 1000) { [numbers] in
    var set = OrderedSet<Int>()
    for number in identity(numbers) { set.append(number) }
    return set.count
  }
)
suite.add(
  row("ordered-set-contains", 1000) { [numbers, orderedSet] in
    let set = identity(orderedSet)
    return numbers.reduce(0) { set.contains($1) ? $0 + 1 : $0 }
  }
)
suite.add(
  row("ordered-dictionary-lookup", total) { [numbers, orderedDictionary] in
    let dictionary = identity(orderedDictionary)
    return numbers.reduce(0) { $0 + (dictionary[$1] ?? 0) }
  }
)
suite.add(
  row("tree-dictionary-insert", 1000) { [numbers] in
    var dictionary = TreeDictionary<Int, Int>()
    for number in identity(numbers) { dictionary[number] = number }
    return dictionary.count
  }
)
suite.add(
  row("tree-dictionary-lookup", total) { [numbers, treeDictionary] in
    let dictionary = identity(treeDictionary)
    return numbers.reduce(0) { $0 + (dictionary[$1] ?? 0) }
  }
)
suite.add(
  row("heap-insert", 1000) { [numbers] in
    var heap = Heap<Int>()
    for number in identity(numbers) { heap.insert(number) }
    return heap.count
  }
)
suite.add(
  row("heap-pop", total) { [heap] in
    var heap = identity(heap)
    var sum = 0
    while let least = heap.popMin() { sum += least }
    return sum
  }
)
suite.add(
  row("bit-set-contains", 1000) { [numbers, bits] in
    let bits = identity(bits)
    return numbers.reduce(0) { bits.contains($1) ? $0 + 1 : $0 }
  }
)
suite.add(
  row("bit-set-union", 1000) { [bits] in
    identity(bits).union([1, 2, 3]).intersection(identity(bits)).count
  }
)
await suite.main()
